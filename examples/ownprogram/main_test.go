package main

import (
	"encoding/json"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/engine/enginetest"
	"gammonlab/examples/internal/lab"
	"gammonlab/features"
	"gammonlab/nets"
)

const start = "4HPwATDgc/ABMA"

func TestContacts(t *testing.T) {
	if err := features.Check(features.Func("contacts4", 4, contacts), enginetest.Positions(1000, 1)); err != nil {
		t.Error(err)
	}
	var got [4]float32
	pos := board.Backgammon.Start()
	if contacts(got[:], &pos); got != [4]float32{0.96, 0.96, 1, 1} {
		t.Errorf("inputs %v of the starting position", got)
	}
	own, opp := board.Side{2: 3}, board.Side{4: 2} // a race
	if contacts(got[:], &board.Position{Own: own, Opp: opp}); got != [4]float32{0.08, 0.16, 0, 0} {
		t.Errorf("inputs %v of a race", got)
	}
}

// All commands have the parts.
func TestProgram(t *testing.T) {
	l := lab.Build(t)
	l.Run("features list", "contacts4@1", "gammonlab/examples")
	const model = "run/model.safetensors"
	l.Run("train td --features perspective196+contacts4 --hidden 10 --games 400 --checkpoint 400 --bench-every 0 --out run")
	l.Run("weights info "+model, "perspective196@1+contacts4@1 of gammonlab/examples")
	l.Run("train td --features contacts4 --hidden 8 --update batch --targets results --loss absolute --optimizer signs --rate 0.001 --games 200 --checkpoint 200 --bench-every 0 --out batch")
	l.Run("eval --bearoff none --format csv --model "+model+" "+start, start+",contact,0.")
	l.Run("hint --bearoff none --dice 31 --json --model "+model+" "+start, `"rank":1`)

	l.Run("dataset generate --player net:" + model + " --opponent runner --positions 300 --seed 1 --bearoff none --out positions.parquet")
	l.Run("dataset label positions.parquet --method static --bearoff none --model " + model + " --out labelled.parquet")
	l.Run("train supervised --data labelled.parquet --features contacts4 --hidden 8 --loss absolute --optimizer signs --rate 0.001 --epochs 2 --out learned")
	l.Run("bench values --bearoff none --model learned/model.safetensors labelled.parquet", "RMSE", "contact")
	l.Run("weights convert " + model + " net.onnx")
	if !strings.Contains(l.Read("net.onnx"), "gammonlab/examples") {
		l.Error("the ONNX file does not name the module of its inputs")
	}
	l.Run("weights grow --features perspective196+contacts4 --out grown.safetensors learned/model.safetensors")

	recipe := `recipe: own
steps:
  net:
    train td: {features: contacts4, hidden: 8, games: 80, checkpoint: 80, bench-every: 0}
  match:
    bench match: {a: "net:${net}", b: runner, games: 20, bearoff: none}
`
	l.Write("own.yaml", recipe)
	l.Run("recipe run own.yaml --out steps")

	t.Run("names", func(t *testing.T) { names(l.With(t)) })
	t.Run("farm", func(t *testing.T) { farm(l.With(t), model) })
	t.Run("serve", func(t *testing.T) { serve(l.With(t), model) })
	t.Run("other program", func(t *testing.T) { // which has not registered the inputs, as this process
		_, err := nets.Load(filepath.Join(l.Dir, model))
		if err == nil || !strings.Contains(err.Error(), `unknown set "contacts4@1"`) || !strings.Contains(err.Error(), `the module "gammonlab/examples" registers it`) {
			t.Errorf("got the error %v", err)
		}
	})
}

// names wants the names of the parts in helps, completion and errors.
func names(l *lab.Lab) {
	l.Run("train supervised --help", "equity, absolute;", "adam, signs")
	l.Run("train td --help", "squared, absolute;", "sampled, exact, results;")
	l.Run("bench match --help", "This program also has the players runner.")
	for line, want := range map[string]string{
		"train td --features perspective196+c": "perspective196+contacts4\n",
		"train td --loss a":                    "absolute\n",
		"train supervised --loss a":            "absolute\n",
		"train supervised --optimizer s":       "sgd\nsigns\n",
		"train td --targets r":                 "results\n",
		"bench match --a r":                    "random\nrunner\n",
	} {
		if got := l.Run("completion words -- " + line); got != want {
			l.Errorf("%s is completed to %q, want %q", line, got, want)
		}
	}
	out, err := l.Command(l.Context(), "bench", "match", "--a", "runer", "--b", "random").CombinedOutput()
	if err == nil || !strings.Contains(string(out), "random, runner, ") || !strings.Contains(string(out), "did you mean runner?") {
		l.Errorf("an unknown player: %v, %s", err, out)
	}
}

// farm labels with a net over the inputs, and plays the player, on a worker: the results are
// those without a farm.
func farm(l *lab.Lab, model string) {
	url := l.Start("server --listen 127.0.0.1:0 --http none --store farm", `server (\S+)\n`)
	l.Start("worker --cores 1 --cache shards --pool "+url, `(.)`)
	pool := " --shard 20ms --pool " + url
	l.Run("dataset generate --player random --positions 40 --bearoff none --out few.parquet")
	label := "dataset label few.parquet --method rollout --trials 36 --truncate 5 --bearoff none --model " + model
	l.Run(label + " --out here.parquet")
	l.Run(label + " --out there.parquet" + pool)
	if l.Read("here.parquet") != l.Read("there.parquet") {
		l.Error("the labels of the farm are others")
	}
	match := "bench match --json --bearoff none --games 4000 --b runner --a net:" + model
	var here, there struct {
		Games int
		PPG   float64
	}
	for line, into := range map[string]any{match: &here, match + " --results there.results" + pool: &there} {
		if err := json.Unmarshal([]byte(l.Run(line)), into); err != nil {
			l.Fatal(err)
		}
	}
	if here != there || here.Games != 4000 {
		l.Errorf("the match is %+v here and %+v on a farm", here, there)
	}
	for _, name := range []string{"there.parquet", "there.results"} {
		if log := l.Read(name + ".pool.jsonl"); !strings.Contains(log, `"workers":["`) {
			l.Errorf("no worker has helped with %s: %s", name, log)
		}
	}
}

// serve asks the pages for an evaluation by the net, and for the settings of a training.
func serve(l *lab.Lab, model string) {
	base := l.Start("serve --bearoff none --listen 127.0.0.1:0 --model "+model, `(http://127\.0\.0\.1:\d+)/`)
	response, err := http.Post(base+"/api/v1/evaluate", "application/json", strings.NewReader(`{"position": "`+start+`"}`))
	answer := l.Ask(http.StatusOK, response, err)
	if !strings.Contains(answer, `"class":"contact"`) {
		l.Errorf("got the evaluation %s", answer)
	}
	response, err = http.Get(base + "/api/v1/jobs/train-supervised/settings")
	settings := l.Ask(http.StatusOK, response, err)
	for _, want := range []string{`"absolute"`, `"signs"`} {
		if !strings.Contains(settings, want) {
			l.Errorf("want %s in the settings %s", want, settings)
		}
	}
}
