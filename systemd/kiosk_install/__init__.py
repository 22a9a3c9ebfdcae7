"""What `install` and `kiosk-update` do. Standard library only: nothing else is there yet."""
