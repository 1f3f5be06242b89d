package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"gammonlab/board"
	"gammonlab/engine/enginetest"
	"gammonlab/features"
	"gammonlab/nets"
)

const start = "4HPwATDgc/ABMA"

// lab is the program, in a folder of its own.
type lab struct {
	*testing.T
	program, dir string
}

// build builds the program.
func build(t *testing.T) *lab {
	l := &lab{t, filepath.Join(t.TempDir(), "gammonlab"), t.TempDir()}
	if out, err := exec.Command("go", "build", "-ldflags=-w", "-o", l.program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return l
}

// command returns a command of the program.
func (l *lab) command(ctx context.Context, args ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, l.program, args...)
	c.Dir, c.Env = l.dir, append(os.Environ(), "GAMMONLAB_CACHE="+filepath.Join(l.dir, "cache"))
	return c
}

// run runs the command of a line, which must succeed and print the texts.
func (l *lab) run(line string, wants ...string) string {
	l.Helper()
	var errOut bytes.Buffer
	c := l.command(l.Context(), strings.Fields(line)...)
	c.Stderr = &errOut
	out, err := c.Output()
	if err != nil {
		l.Fatalf("%s: %v\n%s%s", line, err, out, errOut.String())
	}
	for _, want := range wants {
		if !strings.Contains(string(out), want) {
			l.Errorf("%s: want %q in\n%s", line, want, out)
		}
	}
	return string(out)
}

// start starts the command of a line, which ends with the test, and returns what the group of
// the pattern matches in what it says.
func (l *lab) start(line, pattern string) string {
	l.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	read, write := io.Pipe()
	c := l.command(ctx, strings.Fields(line)...)
	c.Stdout, c.Stderr = write, write
	if err := c.Start(); err != nil {
		l.Fatal(err)
	}
	l.Cleanup(func() {
		cancel()
		_ = c.Wait() // it was killed
	})
	found := make(chan string, 1)
	go func() {
		var said []byte
		buffer, form := make([]byte, 4096), regexp.MustCompile(pattern)
		for {
			n, err := read.Read(buffer)
			if err != nil {
				return
			}
			said = append(said, buffer[:n]...)
			if m := form.FindSubmatch(said); m != nil && len(found) == 0 {
				found <- string(m[1])
			}
		}
	}()
	select {
	case text := <-found:
		return text
	case <-time.After(time.Minute):
		l.Fatalf("%s does not say %s", line, pattern)
		return ""
	}
}

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
	l := build(t)
	l.run("features list", "contacts4@1", "gammonlab/examples")
	const model = "run/model.safetensors"
	l.run("train td --features perspective196+contacts4 --hidden 10 --games 400 --checkpoint 400 --bench-every 0 --out run")
	l.run("weights info "+model, "perspective196@1+contacts4@1 of gammonlab/examples")
	l.run("train td --features contacts4 --hidden 8 --update batch --targets results --loss absolute --optimizer signs --rate 0.001 --games 200 --checkpoint 200 --bench-every 0 --out batch")
	l.run("eval --bearoff none --format csv --model "+model+" "+start, start+",contact,0.")
	l.run("hint --bearoff none --dice 31 --json --model "+model+" "+start, `"rank":1`)

	l.run("dataset generate --player net:" + model + " --opponent runner --positions 300 --seed 1 --bearoff none --out positions.parquet")
	l.run("dataset label positions.parquet --method static --bearoff none --model " + model + " --out labelled.parquet")
	l.run("train supervised --data labelled.parquet --features contacts4 --hidden 8 --loss absolute --optimizer signs --rate 0.001 --epochs 2 --out learned")
	l.run("bench values --bearoff none --model learned/model.safetensors labelled.parquet", "RMSE", "contact")
	l.run("weights convert " + model + " net.onnx")
	if !strings.Contains(l.read("net.onnx"), "gammonlab/examples") {
		l.Error("the ONNX file does not name the module of its inputs")
	}
	l.run("weights grow --features perspective196+contacts4 --out grown.safetensors learned/model.safetensors")

	recipe := `recipe: own
steps:
  net:
    train td: {features: contacts4, hidden: 8, games: 80, checkpoint: 80, bench-every: 0}
  match:
    bench match: {a: "net:${net}", b: runner, games: 20, bearoff: none}
`
	if err := os.WriteFile(filepath.Join(l.dir, "own.yaml"), []byte(recipe), 0o666); err != nil {
		t.Fatal(err)
	}
	l.run("recipe run own.yaml --out steps")

	t.Run("names", func(t *testing.T) { l.with(t).names() })
	t.Run("farm", func(t *testing.T) { l.with(t).farm(model) })
	t.Run("serve", func(t *testing.T) { l.with(t).serve(model) })
	t.Run("other program", func(t *testing.T) { // which has not registered the inputs, as this process
		_, err := nets.Load(filepath.Join(l.dir, model))
		if err == nil || !strings.Contains(err.Error(), `unknown set "contacts4@1"`) || !strings.Contains(err.Error(), `the module "gammonlab/examples" registers it`) {
			t.Errorf("got the error %v", err)
		}
	})
}

// with returns the program for a test in the test.
func (l *lab) with(t *testing.T) *lab { return &lab{t, l.program, l.dir} }

// names wants the names of the parts in helps, completion and errors.
func (l *lab) names() {
	l.run("train supervised --help", "equity, absolute;", "adam, signs")
	l.run("train td --help", "squared, absolute;", "sampled, exact, results;")
	l.run("bench match --help", "This program also has the players runner.")
	for line, want := range map[string]string{
		"train td --features perspective196+c": "perspective196+contacts4\n",
		"train td --loss a":                    "absolute\n",
		"train supervised --loss a":            "absolute\n",
		"train supervised --optimizer s":       "sgd\nsigns\n",
		"train td --targets r":                 "results\n",
		"bench match --a r":                    "random\nrunner\n",
	} {
		if got := l.run("completion words -- " + line); got != want {
			l.Errorf("%s is completed to %q, want %q", line, got, want)
		}
	}
	out, err := l.command(l.Context(), "bench", "match", "--a", "runer", "--b", "random").CombinedOutput()
	if err == nil || !strings.Contains(string(out), "random, runner, ") || !strings.Contains(string(out), "did you mean runner?") {
		l.Errorf("an unknown player: %v, %s", err, out)
	}
}

// farm labels with a net over the inputs, and plays the player, on a worker: the results are
// those without a farm.
func (l *lab) farm(model string) {
	url := l.start("server --listen 127.0.0.1:0 --http none --store farm", `server (\S+)\n`)
	l.start("worker --cores 1 --cache shards --pool "+url, `(.)`)
	pool := " --shard 20ms --pool " + url
	l.run("dataset generate --player random --positions 40 --bearoff none --out few.parquet")
	label := "dataset label few.parquet --method rollout --trials 36 --truncate 5 --bearoff none --model " + model
	l.run(label + " --out here.parquet")
	l.run(label + " --out there.parquet" + pool)
	if l.read("here.parquet") != l.read("there.parquet") {
		l.Error("the labels of the farm are others")
	}
	match := "bench match --json --bearoff none --games 4000 --b runner --a net:" + model
	var here, there struct {
		Games int
		PPG   float64
	}
	for line, into := range map[string]any{match: &here, match + " --results there.results" + pool: &there} {
		if err := json.Unmarshal([]byte(l.run(line)), into); err != nil {
			l.Fatal(err)
		}
	}
	if here != there || here.Games != 4000 {
		l.Errorf("the match is %+v here and %+v on a farm", here, there)
	}
	for _, name := range []string{"there.parquet", "there.results"} {
		if log := l.read(name + ".pool.jsonl"); !strings.Contains(log, `"workers":["`) {
			l.Errorf("no worker has helped with %s: %s", name, log)
		}
	}
}

// read returns the content of a file.
func (l *lab) read(name string) string {
	l.Helper()
	data, err := os.ReadFile(filepath.Join(l.dir, name))
	if err != nil {
		l.Fatal(err)
	}
	return string(data)
}

// serve asks the pages for an evaluation by the net, and for the settings of a training.
func (l *lab) serve(model string) {
	base := l.start("serve --bearoff none --listen 127.0.0.1:0 --model "+model, `(http://127\.0\.0\.1:\d+)/`)
	ask := func(response *http.Response, err error) string {
		if err != nil {
			l.Fatal(err)
		}
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		if err != nil || response.StatusCode != http.StatusOK {
			l.Errorf("status %d, %v: %s", response.StatusCode, err, body)
		}
		return string(body)
	}
	answer := ask(http.Post(base+"/api/v1/evaluate", "application/json", strings.NewReader(`{"position": "`+start+`"}`)))
	if !strings.Contains(answer, `"class":"contact"`) {
		l.Errorf("got the evaluation %s", answer)
	}
	settings := ask(http.Get(base + "/api/v1/jobs/train-supervised/settings"))
	for _, want := range []string{`"absolute"`, `"signs"`} {
		if !strings.Contains(settings, want) {
			l.Errorf("want %s in the settings %s", want, settings)
		}
	}
}
