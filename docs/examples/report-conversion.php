<?php
// Reports a sale with a signed request: php report-conversion.php <click id> <order id> <cents>
// CRELS_URL is the installation's address, CRELS_KEY_ID your key's id (bky_…), CRELS_KEY its text (crels_bs_…).

[, $clickId, $eventId, $cents] = $argv;
$target = '/api/v1/conversions';
$body = json_encode([
    'eventId' => $eventId,
    'clickId' => $clickId,
    'type' => 'sale',
    'amount' => ['currency' => 'USD', 'minor' => (int) $cents],
]);

// Signs what is sent, exactly as it is sent.
$t = time();
$v1 = hash_hmac('sha256', "$t.POST.$target.$body", getenv('CRELS_KEY'));
$key = getenv('CRELS_KEY_ID');

// The same event id is the same conversion, so trying again is safe.
for ($attempt = 1; $attempt <= 5; $attempt++) {
    $context = stream_context_create(['http' => [
        'method' => 'POST',
        'header' => "Authorization: Crels-HMAC key=$key,t=$t,v1=$v1\r\nContent-Type: application/json",
        'content' => $body,
        'timeout' => 20,
        'ignore_errors' => true,
    ]]);
    $answer = @file_get_contents(getenv('CRELS_URL') . $target, false, $context);
    $status = $answer === false ? 503 : (int) explode(' ', $http_response_header[0])[1];
    if ($status < 500 && $status !== 429) {
        echo $answer;
        exit($status < 300 ? 0 : 1);
    }
    sleep($attempt);
}
exit(1);
