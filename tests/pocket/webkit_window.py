"""A window of WebKitGTK that carries out the commands on its input; the system's own Python runs it, which has the
bindings.

The driver of WebKit keeps nothing when its window closes. Here what pages keep is in a folder, as in any browser.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from typing import Any

import gi

gi.require_version("Gtk", "3.0")  # before they are imported
gi.require_version("WebKit2", "4.1")
GLib, Gtk, WebKit2 = (import_module(f"gi.repository.{name}") for name in ("GLib", "Gtk", "WebKit2"))


class Window:
    def __init__(self, folder: str) -> None:
        kept = WebKit2.WebsiteDataManager(base_data_directory=folder, base_cache_directory=f"{folder}/cache")
        self._view = WebKit2.WebView.new_with_context(WebKit2.WebContext.new_with_website_data_manager(kept))
        self._view.get_settings().set_enable_write_console_messages_to_stdout(False)
        window = Gtk.Window(default_width=412, default_height=915)
        window.add(self._view)
        window.show_all()
        version = (WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
        self._say({"name": f"WebKitGTK {'.'.join(map(str, version))}"})
        GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP, self._read)

    def _read(self, *_: Any) -> bool:
        line = sys.stdin.readline()
        if not line:
            Gtk.main_quit()
            return False
        asked = json.loads(line)
        if "open" in asked:
            self._view.load_uri(asked["open"])
            self._say({"value": None})
        else:
            body = f"const run = async (...args) => {{ {asked['run']} }};"
            body += f"return JSON.stringify((await run(...{json.dumps(asked['args'])})) ?? null);"
            self._view.call_async_javascript_function(body, -1, None, None, None, None, self._ran)
        return True

    def _ran(self, view: Any, result: Any) -> None:
        try:
            self._say({"value": json.loads(view.call_async_javascript_function_finish(result).to_string())})
        except GLib.Error as why:
            self._say({"why": why.message})

    def _say(self, what: Any) -> None:
        print(json.dumps(what), flush=True)


Window(sys.argv[1])
Gtk.main()
