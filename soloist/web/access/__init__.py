"""Who may do what: host check, links, rights, idempotency keys, locks and limits."""
