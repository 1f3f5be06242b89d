package api_test

import (
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/desk/pages/api"
	"gammonlab/internal/must"
)

// openAPIClient names the environment variable that says in which node_modules
// openapi-typescript, openapi-fetch and typescript are:
//
//	npm install --prefix DIR openapi-typescript@7.13.0 openapi-fetch@0.17.0 typescript@5.9
const openAPIClient = "GAMMONLAB_OPENAPI_CLIENT"

// clientProgram is a program in TypeScript that uses the client. The compiler must accept it, and
// refuse it after a change of a field.
const clientProgram = `import createClient from "openapi-fetch";
import type { operations, paths } from "./schema";

const client = createClient<paths>({ baseUrl: process.argv[2] });
const position = "4HPwATDgc/ABMA";
const evaluated = await client.POST("/api/v1/evaluate", { body: { position, plies: 0 } });
const hint = await client.POST("/api/v1/hint", { body: { position, dice: "31", limit: 2 } });
const moves = await client.GET("/move", { params: { query: { die1: 3, die2: 1, p24: 2, p19: -5, p17: -3, p13: 5, p12: -5, p8: 3, p6: 5, p1: -2 } } });
const started = await client.POST("/api/v1/jobs/{kind}", { params: { path: { kind: "bench-match" } }, body: { a: "pubeval", b: "random", games: 20, bearoff: "none" } });
const id: string = started.data!.id;
let job: operations["getJob"]["responses"][200]["content"]["application/json"];
do {
	job = (await client.GET("/api/v1/jobs/{kind}/{id}", { params: { path: { kind: "bench-match", id } } })).data!;
} while (job.state === "waiting" || job.state === "running");
const wrong = await client.POST("/api/v1/evaluate", { body: { position: "x" } });
const win: number = evaluated.data!.win;
console.log(JSON.stringify({
	win, equity: evaluated.data!.equity, plays: hint.data!.moves?.map((m) => m.move), best: moves.data!.moves[0].play.length,
	games: job.result?.games, state: job.state, problem: wrong.error?.detail,
}));
`

// A client that openapi-typescript generates from the description compiles and gets the answers.
func TestGeneratedClient(t *testing.T) {
	modules := os.Getenv(openAPIClient)
	node, err := exec.LookPath("node")
	if err != nil || modules == "" {
		t.Skipf("NOT RUN: no client was generated; %s must name node_modules with openapi-typescript", openAPIClient)
	}
	dir := t.TempDir()
	must.OK(t, os.Symlink(must.Get(filepath.Abs(modules))(t), filepath.Join(dir, "node_modules")))
	for name, text := range map[string]string{
		"openapi.json": string(api.Description()), "client.ts": clientProgram,
		"bad.ts":       strings.Replace(clientProgram, "evaluated.data!.win", "evaluated.data!.wins", 1),
		"package.json": `{"type": "module"}`,
	} {
		must.OK(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	run := func(arguments ...string) (string, error) {
		c := exec.CommandContext(t.Context(), node, arguments...)
		c.Dir, c.Env = dir, append(os.Environ(), "no_proxy=127.0.0.1", "NO_PROXY=127.0.0.1")
		out, err := c.CombinedOutput()
		return string(out), err
	}
	compile := []string{"node_modules/typescript/bin/tsc", "--strict", "--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler", "--skipLibCheck", "--lib", "es2022,dom"}
	must.OK(t, os.WriteFile(filepath.Join(dir, "node.d.ts"), []byte("declare const process: { argv: string[] };\n"), 0o666))
	for _, step := range [][]string{
		{"node_modules/openapi-typescript/bin/cli.js", "openapi.json", "-o", "schema.d.ts", "--default-non-nullable=false"},
		append(compile, "node.d.ts", "client.ts"),
	} {
		if out, err := run(step...); err != nil {
			t.Fatalf("%v: %v\n%s", step, err, out)
		}
	}
	if out, err := run(append(compile, "--noEmit", "node.d.ts", "bad.ts")...); err == nil || !strings.Contains(out, "'wins' does not exist") {
		t.Errorf("a field that does not exist: %v\n%s", err, out)
	}
	out, err := run("client.js", newServer(t).URL)
	var got struct {
		Win, Equity    float64
		Plays          []string
		Best, Games    int
		State, Problem string
	}
	if err != nil || json.Unmarshal([]byte(out), &got) != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if got.Win < 0.4 || got.Win > 0.6 || len(got.Plays) != 2 || got.Plays[0] != "8/5 6/5" || got.Best != 2 || got.Games != 20 || got.State != "done" || !strings.Contains(got.Problem, "position") {
		t.Errorf("the client got %s", out)
	}
}

// Each call has its own operationId, from which generators make the names of functions.
func TestOperationIDs(t *testing.T) {
	seen := map[string]string{}
	for _, o := range must.Get(api.Operations())(t) {
		if strings.Trim(o.ID, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" || o.ID == "" || seen[o.ID] != "" {
			t.Errorf("%s %s has the operationId %q, as %q", o.Method, o.Path, o.ID, seen[o.ID])
		}
		seen[o.ID] = o.Method + " " + o.Path
	}
	if len(seen) < 30 {
		t.Errorf("only the operations %v", maps.Keys(seen))
	}
}
