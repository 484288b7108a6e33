"""Views, drawings and templates: a table as data and markup in one language."""
