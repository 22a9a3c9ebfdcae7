"""The product on an emulated machine: `make machine-test`."""
