package main

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/examples/internal/lab"
)

// The kind of work is a command, a step of recipes and a job of the pages.
func TestProgram(t *testing.T) {
	l := lab.Build(t)
	l.Run("dataset generate --player random --positions 200 --seed 3 --bearoff none --out positions.parquet")
	l.Run("nets --help", "kinds of work that this program adds", "count the rolls")
	l.Run("nets agree --help", "FILE", "--net MODEL", "--out FILE", "--config FILE", "Rolls with one legal play do not count.")
	line := "nets agree positions.parquet --net td512"
	text := l.Run(line+" --out differ.csv", "decisions are the same (")
	var r result
	if err := json.Unmarshal([]byte(l.Run(line+" --json")), &r); err != nil {
		t.Fatal(err)
	}
	if r.Decisions < 150 || r.Same < 50 || r.Same >= r.Decisions || r.Text() != text {
		t.Errorf("the result is %+v, as text %q", r, text)
	}
	if lines := strings.Count(l.Read("differ.csv"), "\n"); lines != 1+r.Decisions-r.Same {
		t.Errorf("%d lines, want a header and %d decisions", lines, r.Decisions-r.Same)
	}
	if got := l.Run("completion words -- nets a"); got != "agree\tcount the rolls for which two nets choose the same play\n" {
		t.Errorf("nets a is completed to %q", got)
	}
	for args, want := range map[string]string{
		"nets agree": "nets agree: no file given",
		"nets agree positions.parquet --net none":                        `--net: model "none" is neither a file nor a shipped net`,
		"nets agree positions.parquet --out differ.csv":                  "differ.csv already exists",
		"nets agree positions.parquet --out positions.parquet --force":   "is also read",
		"nets agree positions.parquet --seed x":                          "--seed",
		"nets agree positions.parquet more.parquet":                      "unexpected argument",
		"nets agre positions.parquet":                                    "did you mean gammonlab nets agree?",
		"nets agree --config differ.csv positions.parquet --net default": "differ.csv",
	} {
		out, err := l.Command(t.Context(), strings.Fields(args)...).CombinedOutput()
		if err == nil || !strings.Contains(string(out), want) {
			t.Errorf("%s: %v, %s, want %q", args, err, out, want)
		}
	}
	t.Run("recipe", func(t *testing.T) { recipe(l.With(t), &r) })
	t.Run("job", func(t *testing.T) { job(l.With(t)) })
}

// recipe runs the work as a step that reads the output of another one.
func recipe(l *lab.Lab, want *result) {
	l.Write("own.yaml", `recipe: agreement
seed: 3
steps:
  positions:
    dataset generate: {player: random, positions: 200, bearoff: none}
  agreement:
    nets agree: {file: "${positions}", net: td512, seed: 1, out: differ.csv}
`)
	l.Run("recipe plan own.yaml", "agreement", "nets agree")
	l.Run("recipe run own.yaml --out steps")
	l.Run("recipe report own.yaml --out steps", "agreement")
	found, err := filepath.Glob(filepath.Join(l.Dir, "steps", "steps", "agreement-*", "*"))
	if err != nil || len(found) != 3 {
		l.Errorf("the step has the files %v, %v, want its result, its table and step.json", found, err)
	}
	var got result
	if err := json.Unmarshal([]byte(l.Read(filepath.Join("steps", "steps", filepath.Base(filepath.Dir(found[0])), "result.json"))), &got); err != nil || got != *want {
		l.Errorf("the step has the result %+v, %v, want %+v", got, err, *want)
	}
	l.Write("wrong.yaml", "recipe: wrong\nsteps:\n  a:\n    nets agree: {file: positions.parquet, nets: td512}\n")
	out, err := l.Command(l.Context(), "recipe", "plan", "wrong.yaml").CombinedOutput()
	if err == nil || !strings.Contains(string(out), "did you mean net?") {
		l.Errorf("a wrong setting: %v, %s", err, out)
	}
}

// job starts the work by a call of the API, and reads its page and the document of the API.
func job(l *lab.Lab) {
	base := l.Start("serve --bearoff none --listen 127.0.0.1:0 --save saved", `(http://127\.0\.0\.1:\d+)/`)
	response, err := http.Get(base + "/api-docs/openapi.json")
	if text := l.Ask(http.StatusOK, response, err); !strings.Contains(text, "/api/v1/jobs/nets-agree") {
		l.Error("the document of the API has no call for the work")
	}
	response, err = http.Get(base + "/jobs")
	if page := l.Ask(http.StatusOK, response, err); !strings.Contains(page, "Agreement of nets") {
		l.Error("the list of jobs has no link to the work")
	}
	response, err = http.Get(base + "/jobs/nets-agree")
	l.Ask(http.StatusOK, response, err)
	data := l.Read("positions.parquet")
	if err := os.WriteFile(filepath.Join(l.Dir, "saved", "jobs", "a.parquet"), []byte(data), 0o666); err != nil {
		l.Fatal(err)
	}
	response, err = http.Post(base+"/api/v1/jobs/nets-agree", "application/json", strings.NewReader(`{"data": "a.parquet", "net": "default", "other": "default"}`))
	l.Ask(http.StatusAccepted, response, err)
	at := base + response.Header.Get("Location")
	response, err = http.Get(at + "/events") // ends with the job
	l.Ask(http.StatusOK, response, err)
	response, err = http.Get(at)
	if text := l.Ask(http.StatusOK, response, err); !strings.Contains(text, `"state":"done"`) || !strings.Contains(text, `"share":1`) {
		l.Errorf("the job is %s", text)
	}
	response, err = http.Post(base+"/api/v1/jobs/nets-agree", "application/json", strings.NewReader(`{"data": "a.parquet", "out": "x.csv"}`))
	if text := l.Ask(http.StatusBadRequest, response, err); !strings.Contains(text, "out") {
		l.Errorf("a client that names a file of the server gets %s", text)
	}
}
