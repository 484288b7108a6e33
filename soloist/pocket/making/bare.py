"""Python sources without docstrings and comments, which are a third of what a browser would download."""

from __future__ import annotations

import ast
from collections.abc import Iterator

_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
#: nodes of strings that may span lines; by name, since not every Python has all of them
_TEXTS = {"Constant", "JoinedStr", "TemplateStr"}


def strip_source(source: str) -> str:
    """Return the program with empty docstrings and without lines that are only comments.

    Sources that this Python cannot parse (the standard library of a later one) are returned as they are.
    """
    source = source.replace("\r\n", "\n").replace("\r", "\n")
    try:
        nodes = list(_iterate_statements(ast.parse(source)))
    except SyntaxError:
        return source
    lines = source.encode().split(b"\n")  # bytes: Python counts columns in UTF-8
    gone = _comment_lines(lines, nodes)
    for said in filter(None, map(_find_docstring, nodes)):
        first, last = said.lineno - 1, (said.end_lineno or said.lineno) - 1
        lines[first] = lines[first][: said.col_offset] + b'""' + lines[last][said.end_col_offset :]
        gone.update(range(first + 1, last + 1))
    return b"\n".join(line for at, line in enumerate(lines) if at not in gone).decode()


def _iterate_statements(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield all statements, and all nodes of expressions that span several lines."""
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
    """Return the numbers of the lines that begin with `#` and are not inside a string."""
    inside: set[int] = set()
    for node in nodes:
        if type(node).__name__ in _TEXTS and isinstance(node, ast.expr):
            inside.update(range(node.lineno, node.end_lineno or node.lineno))
    return {at for at, line in enumerate(lines) if line.lstrip().startswith(b"#")} - inside
