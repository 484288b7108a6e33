"""The services that all requests of an application share, in one typed container."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import FastAPI, Request

from soloist.web.jobs.ai_seats import AiSeats
from soloist.web.jobs.coaching import CoachThoughts
from soloist.web.jobs.experiments import Experiments
from soloist.web.jobs.reviews import Reviews
from soloist.web.storage.loaded_tables import Tables


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """`address` is where others reach these pages, None if that is the address of the request; `in_browser` says that they
    run inside a browser, without a server; `has_site` that the site for phones is served at `/pocket`."""

    tables: Tables
    coach_thoughts: CoachThoughts
    ai_seats: AiSeats
    reviews: Reviews
    experiments: Experiments
    address: str | None = None
    in_browser: bool = False
    has_site: bool = False

    def close(self) -> None:
        """Stop all work in the background, then close the database."""
        self.coach_thoughts.close()
        self.ai_seats.close()
        self.reviews.close()
        self.experiments.close()
        self.tables.storage.close()


def set_services(app: FastAPI, services: Services) -> None:
    """Let the requests of `app` use these services. The review of a table goes when the table is deleted."""
    services.tables.when_deleted = [services.reviews.forget]
    app.state.services = services


def find_services(app: FastAPI) -> Services:
    """Return the services of `app`."""
    found = app.state.services
    assert isinstance(found, Services)
    return found


def services_of(request: Request) -> Services:
    """Return the services of the application that answers this request."""
    return find_services(request.app)
