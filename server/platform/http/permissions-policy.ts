/** What the product never asks a browser for, neither itself nor in frames: the value of `Permissions-Policy`. */
export const permissionsPolicy =
  'accelerometer camera display-capture geolocation gyroscope magnetometer microphone midi payment usb'
    .split(' ')
    .map((feature) => `${feature}=()`)
    .join(', ')
