// The styles every field of the UI library needs; its look on our tokens is `field.module.css`, through the theme.
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Input.layer.css'
