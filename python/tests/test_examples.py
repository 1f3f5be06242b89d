"""The examples in examples/python."""
import json
import subprocess
import sys
import threading
import urllib.error
import urllib.parse
import urllib.request
from http.server import ThreadingHTTPServer

from conftest import REPOSITORY, START

EXAMPLES = REPOSITORY / "examples" / "python"


def test_print_board():
    for position, action in ((START, "no double, beaver"), (START + ":cAkAAAAAAAAA", "no double")):
        out = subprocess.run([sys.executable, EXAMPLES / "print_board.py", position], capture_output=True, text=True, check=True).stdout
        lines = out.splitlines()
        assert lines[0] == "on roll: 6(5) 8(3) 13(5) 24(2)" and lines[2].startswith(action)
    done = subprocess.run([sys.executable, EXAMPLES / "print_board.py", "nonsense"], capture_output=True, text=True)
    assert done.returncode == 1 and "row 0" in done.stderr


def test_rest_api(engine):
    sys.path.insert(0, str(EXAMPLES))
    try:
        import rest_api
    finally:
        sys.path.remove(str(EXAMPLES))
    server = ThreadingHTTPServer(("localhost", 0), rest_api.Handler)
    rest_api.Handler.log_message = lambda *_: None
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def get(path, **query):
        try:
            with urllib.request.urlopen(f"http://localhost:{server.server_port}{path}?{urllib.parse.urlencode(query)}") as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)["error"]

    try:
        assert get("/evaluate", position=START)["win"] == engine.evaluate(START)[0, 0].item()
        assert get("/best-plays", position=START, dice=65, limit=3) == engine.best_plays(START, dice=65, limit=3)
        assert get("/cube", position=START) == engine.cube(START)
        assert get("/cube", position=START, match=7, score="3-2") == engine.cube(START, match=7, score="3-2")
        assert get("/cube", position="nonsense") == (400, 'position ID "nonsense" has 8 characters, want 14')
        assert get("/cube")[0] == 400 and get("/other")[0] == 404
    finally:
        server.shutdown()
        server.server_close()
        rest_api.engine.close()
