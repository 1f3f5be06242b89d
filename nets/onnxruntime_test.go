package nets

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"gammonlab/board"
	"gammonlab/internal/must"
	"gammonlab/internal/nodetest"
)

// onnxRuntime names the environment variable that says in which node_modules
// the package onnxruntime-node is, if node does not find it by itself. It is
// installed by
//
//	npm install --ignore-scripts onnxruntime-node@1.30.0
const onnxRuntime = "GAMMONLAB_ONNXRUNTIME"

// onnxScript runs the models of a job file and prints their answers.
const onnxScript = `
const runtime = require('onnxruntime-node');
const jobs = JSON.parse(require('fs').readFileSync(process.argv[2]));
(async () => {
  const answers = [];
  for (const job of jobs) {
    const session = await runtime.InferenceSession.create(job.model, {intraOpNumThreads: 1, interOpNumThreads: 1});
    const inputs = new runtime.Tensor('float32', Float32Array.from(job.inputs.flat()), [job.inputs.length, job.inputs[0].length]);
    const result = await session.run({inputs});
    answers.push(Array.from(result.probabilities.data));
  }
  console.log(JSON.stringify(answers));
})();
`

// onnxJob is a model file with inputs to run it on.
type onnxJob struct {
	Model  string      `json:"model"`
	Inputs [][]float32 `json:"inputs"`
	net    *Net
}

// runONNX runs the jobs with onnxruntime, or skips the test without it.
func runONNX(t *testing.T, jobs []onnxJob) [][]float32 {
	t.Helper()
	var answers [][]float32
	nodetest.Library{Name: "onnxruntime-node", Variable: onnxRuntime}.Run(t, onnxScript, jobs, &answers)
	return answers
}

// TestONNXRuntime has another program run nets of every activation, and those
// of gnubg where it is installed, and compares the answers.
func TestONNXRuntime(t *testing.T) {
	const rows = 200
	dir := t.TempDir()
	var jobs []onnxJob
	add := func(m *Model, part Part, inputs [][]float32) {
		file := must.Get(m.EncodeONNX(part))(t)
		job := onnxJob{Model: filepath.Join(dir, fmt.Sprintf("%d.onnx", len(jobs))), Inputs: inputs, net: m.Nets[part]}
		must.OK(t, os.WriteFile(job.Model, file, 0o644))
		jobs = append(jobs, job)
	}
	for _, m := range onnxModels(t) {
		n, _ := m.Single()
		add(m, All, randomInputs(rows, n.Set().Len()))
	}
	if data, err := os.ReadFile("/usr/lib/gnubg/gnubg.wd"); err == nil {
		nets, _, err := DecodeGnubg(data)
		must.OK(t, err)
		m := &Model{Nets: nets, Variant: board.Backgammon}
		for _, part := range fileOrder {
			add(m, part, playedInputs(nets[part], rows))
		}
	}
	for k, got := range runONNX(t, jobs) {
		n := jobs[k].net
		p := passOver(n, jobs[k].Inputs)
		p.Forward(len(jobs[k].Inputs))
		worst := closeAnswers(t, n, got, answers(p, len(jobs[k].Inputs)))
		t.Logf("%v over %s, %s, %s: largest difference %.1e", n.Spec(), n.spec.Features,
			formatActivations(n.spec.Activations), n.spec.HeadActivation(), worst)
	}
}

// playedInputs returns the net's inputs for positions of random games.
func playedInputs(n *Net, rows int) [][]float32 {
	rng := rand.New(rand.NewPCG(10, 10))
	dice := board.NewDice(rng)
	pos := board.Backgammon.Start()
	var all [][]float32
	for len(all) < rows {
		x := make([]float32, n.Set().Len())
		n.Set().Extract(x, &pos)
		all = append(all, x)
		if plays := board.Plays(pos, dice.Next()); len(plays) > 0 {
			pos = plays[rng.IntN(len(plays))].Result
		} else {
			pos = pos.Swap()
		}
		if pos.Opp.Checkers() == 0 {
			pos = board.Backgammon.Start()
		}
	}
	return all
}
