"""The image of `deploy/Containerfile`, built and run by a real engine: `make container-test`."""
