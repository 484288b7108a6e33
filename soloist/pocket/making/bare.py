"""Sources without what only readers need: documentation and comments are a third of what would go over the wire."""

from __future__ import annotations

import ast
from collections.abc import Iterator

_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
#: what may go over several lines that are no lines of the program; by name, since not every Python has all of them
_TEXTS = {"Constant", "JoinedStr", "TemplateStr"}


def strip_source(source: str) -> str:
    """The same program: documentation is empty, and lines that are only a comment are gone.

    What this Python cannot read (the standard library of a later one) stays as it is.
    """
    source = source.replace("\r\n", "\n").replace("\r", "\n")
    try:
        nodes = list(_iterate_statements(ast.parse(source)))
    except SyntaxError:
        return source
    lines = source.encode().split(b"\n")  # as Python counts lines and columns
    gone = _comment_lines(lines, nodes)
    for said in filter(None, map(_find_docstring, nodes)):
        first, last = said.lineno - 1, (said.end_lineno or said.lineno) - 1
        lines[first] = lines[first][: said.col_offset] + b'""' + lines[last][said.end_col_offset :]
        gone.update(range(first + 1, last + 1))
    return b"\n".join(line for at, line in enumerate(lines) if at not in gone).decode()


def _iterate_statements(tree: ast.Module) -> Iterator[ast.AST]:
    """All statements, and what is inside an expression that goes over several lines: nothing else matters here."""
    found: list[ast.AST] = [tree]
    while found:
        node = found.pop()
        yield node
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, ast.expr):
                found.append(child)
            elif child.lineno != child.end_lineno:
                yield from ast.walk(child)


def _find_docstring(node: ast.AST) -> ast.Expr | None:
    if isinstance(node, _DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
        first = node.body[0]
        return first if isinstance(first, ast.Expr) else None
    return None


def _comment_lines(lines: list[bytes], nodes: list[ast.AST]) -> set[int]:
    """The lines that begin with a `#` and are not inside a text."""
    inside: set[int] = set()
    for node in nodes:
        if type(node).__name__ in _TEXTS and isinstance(node, ast.expr):
            inside.update(range(node.lineno, node.end_lineno or node.lineno))
    return {at for at, line in enumerate(lines) if line.lstrip().startswith(b"#")} - inside
