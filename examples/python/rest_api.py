"""Answers over HTTP about plays and the cube, for money and in matches: rest_api.py [PORT]

    curl 'localhost:8000/evaluate?position=4HPwATDgc/ABMA'
    curl 'localhost:8000/best-plays?position=4HPwATDgc/ABMA&dice=65&limit=3'
    curl 'localhost:8000/cube?position=4HPwATDgc/ABMA&match=7&score=3-2'

Other arguments are those of the methods of `Engine`, such as plies=2.
"""
import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

from gammonlab import OUTPUTS, Engine, ProgramError

engine = Engine()
ANSWERS = {
    "/evaluate": lambda position: dict(zip(OUTPUTS, engine.evaluate(position)[0].tolist())),
    "/best-plays": engine.best_plays,
    "/cube": engine.cube,
}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        url = urlsplit(self.path)
        try:
            query = dict(parse_qsl(url.query))
            status, answer = 200, ANSWERS[url.path](query.pop("position", ""), **query)
        except KeyError:
            status, answer = 404, {"error": f"want one of {', '.join(ANSWERS)}"}
        except (ProgramError, TypeError, ValueError) as error:
            status, answer = 400, {"error": str(error)}
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(answer).encode())


if __name__ == "__main__":
    ThreadingHTTPServer(("localhost", int(sys.argv[1]) if len(sys.argv) > 1 else 8000), Handler).serve_forever()
