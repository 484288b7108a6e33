"""The laboratory: experiments from files, run in pieces, with tables, plots and a register of rulings."""
