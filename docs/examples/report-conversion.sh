#!/bin/sh
# Reports a sale: report-conversion.sh <click id> <order id> <cents>
# CRELS_URL is the installation's address, CRELS_KEY your key (crels_bk_…). Needs curl.
set -eu
curl --silent --show-error --fail-with-body --retry 5 --max-time 20 \
  "$CRELS_URL/api/v1/conversions" \
  -H "Authorization: Bearer $CRELS_KEY" \
  -H 'Content-Type: application/json' \
  -d "{\"eventId\":\"$2\",\"clickId\":\"$1\",\"type\":\"sale\",\"amount\":{\"currency\":\"USD\",\"minor\":$3}}"
