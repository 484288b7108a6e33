"""Makes the site: a folder of static files from pinned packages, the same bytes every time (`make site`)."""
