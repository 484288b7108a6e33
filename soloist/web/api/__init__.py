"""The JSON API: routes, request and response models."""
