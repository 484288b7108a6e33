"""Long work beside the requests: AI seats, coach, reviews, experiments, the worker process."""
