"""One module per version of the schema, the first released one first."""
