"""Build the site for phones: a folder of static files from pinned packages, the same bytes every time (`make site`)."""
