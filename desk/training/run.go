// Package training describes the training of nets for commands and jobs: the settings of
// each kind of training are a struct, see [gammonlab/internal/setting.Field].
//
// Not for other modules.
package training

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"

	"gammonlab/engine"
	"gammonlab/engine/named"
	"gammonlab/engine/netplan"
	"gammonlab/engine/netrun"
	"gammonlab/engine/player"
	"gammonlab/evalbench"
	"gammonlab/internal/digest"
	"gammonlab/internal/result"
	"gammonlab/internal/runfolder"
	"gammonlab/internal/setting"
	"gammonlab/nets"
)

// Training is work of a kind: [TD] or [Supervised].
type Training interface {
	Base() *Run
	Format() string // format of the configs of its runs

	Open(*named.Opener) error // finds what the settings name, completes and checks them

	// Start makes the run folder, or opens it if the run continues. It reports whether there
	// is something to train. Until Result, String describes the training.
	Start(ctx context.Context) (work bool, err error)
	String() string

	Train(ctx context.Context) error         // trains to the end of the run
	Done() string                            // describes what is learned
	Result(curve bool) (r Result, err error) // of a finished run, with charts if curve is set
}

// Result is the result of a training as JSON and as text.
type Result interface {
	Text() string
	HideFolders() // leaves the last elements of the paths of the run and the model
}

// Run has the settings and functions of every training.
type Run struct {
	Out            string `json:"out" main:"true" required:"true" path:"run" help:"run folder <FOLDER>"`
	runfolder.Head `input:"config"`
	Schema         string          `json:"$schema,omitempty" input:"config"` // of the config, for editors
	From           named.Model     `json:"from,omitzero" main:"true" group:"Nets" help:"initial weights, shapes and variant from <MODEL> instead of random weights"`
	Bearoff        named.Databases `json:"bearoff,omitzero" group:"Checkpoints and measurement"`

	// Resume is true if the settings are those of the run in Out, which continues.
	Resume bool `json:"resume,omitempty" input:"command" help:"continue the run in --out with its settings instead of those of the command"`

	Replace  bool                    `json:"-"` // a run in Out is removed
	Workers  int                     `json:"-"`
	Progress func(done, total int64) `json:"-"`
	Reading  func(done, total int64) `json:"-"` // progress of reading data; may be nil
	Note     func(text string)       `json:"-"` // receives measurements
	Say      func(text string)       `json:"-"` // receives what the user should know

	strengthBy strengthBy
}

// Base returns the settings that all trainings share.
func (r *Run) Base() *Run { return r }

// Continues reports whether the run in the folder continues.
func (r *Run) Continues() bool { return r.Resume || !r.Replace && runfolder.New(r.Out).Begun() }

// parent opens the model of From and returns it, nil for none, with its digest.
func (r *Run) parent(o *named.Opener) (parent *nets.Model, sum string, err error) {
	if name := r.From.Name; r.Resume {
		r.From = named.Model{}
		return nil, name, nil
	} else if sum, err := hex.DecodeString(name); err == nil && len(sum) == sha256.Size { // from the config of a run
		return nil, "", setting.Errorf("%s: its run started from the model with the digest %s: name the model", setting.Name("from"), name)
	}
	of := struct {
		From named.Model `json:"from"`
	}{r.From}
	if err := named.Open(&of, o); err != nil {
		return nil, "", err
	}
	r.From = of.From
	if parent, err = r.From.Nets(); err != nil {
		return nil, "", setting.In("from", err)
	}
	if parent != nil {
		sum, err = parent.Digest()
	}
	return parent, sum, err
}

// shapes returns the chosen shapes: they change the given ones, or without these those of the
// parent or of base.
func (r *Run) shapes(choice *netplan.Choice, given, base []nets.Shape, parent *nets.Model) ([]nets.Shape, error) {
	if given != nil {
		return choice.Shapes(given, parent, false)
	}
	return choice.Shapes(base, parent, parent != nil)
}

// checkPlan returns an error if nets from random weights do not evaluate all positions.
func checkPlan(shapes []nets.Shape) error {
	return setting.In("part", (&netplan.Plan{Shapes: shapes}).Check())
}

// clear removes a run of the kind from the folder if it is to be replaced.
func (r *Run) clear(kind string) error {
	if !r.Replace {
		return nil
	}
	return runfolder.New(r.Out).Clear(kind)
}

// check returns an error if the run began with other databases.
func (r *Run) check(began engine.Endings) error {
	if err := began.Check(r.Bearoff.Databases); err != nil {
		return setting.In("bearoff", err)
	}
	return nil
}

func (r *Run) endings() engine.Endings { return engine.NewEndings(r.Bearoff.Name, r.Bearoff.Databases) }

// seedOfMatches is the seed of measurements, the same for every run, so that the learning
// curves of all runs come from the same dice.
const seedOfMatches = 20030101

// strengthBy names the opponent of measurements of strength, and the model of luck.
type strengthBy struct {
	Opponent named.Player `json:"bench_opponent"`
	Luck     named.Model  `json:"bench_luck"`
}

// openBench opens the player against which the run is measured, and the model by whose luck; "" for
// pubeval and for none.
func (r *Run) openBench(o *named.Opener, opponent, luck string) error {
	if err := r.strengthBy.Opponent.UnmarshalText([]byte(cmp.Or(opponent, netrun.Pubeval))); err != nil {
		return err
	}
	if luck != "" {
		if err := r.strengthBy.Luck.UnmarshalText([]byte(luck)); err != nil {
			return err
		}
	}
	return named.Open(&r.strengthBy, o)
}

// sameOpponent returns an error if the measurement, nil for none, was made against another net of
// the same name.
func (r *Run) sameOpponent(m *engine.Measurement) error {
	if m == nil || m.Digest == r.strengthBy.Opponent.Digest {
		return nil
	}
	return setting.Errorf("%s: %s has the digest %.12s, the run in %s was measured against %.12s",
		setting.Name("bench_opponent"), r.strengthBy.Opponent.Name, r.strengthBy.Opponent.Digest, r.Out, m.Digest)
}

// strength measures a model against the opponent, over pairs of games.
func (r *Run) strength(ctx context.Context, model *nets.Model, games int) (*engine.Measurement, error) {
	match := evalbench.Match{
		A: named.Of("net", player.NewGreedy(engine.NewStatic(model, r.Bearoff.Databases))), B: r.strengthBy.Opponent, Assessment: evalbench.Assessment{Luck: r.strengthBy.Luck},
		Conditions: evalbench.Conditions{Variant: model.Variant, Seed: seedOfMatches}, Games: games, Workers: r.Workers,
	}
	of, err := match.Run(ctx)
	if err != nil {
		return nil, err
	}
	ppg := of.PPG()
	if r.strengthBy.Luck.IsSet() {
		ppg = of.Adjusted()
	}
	return &engine.Measurement{
		Opponent: r.strengthBy.Opponent.Called(), Digest: r.strengthBy.Opponent.Digest, Bench: games, PPG: ppg.Center, PPGLow: ppg.Low, PPGHigh: ppg.High,
	}, nil
}

// noteOf returns a measurement as a short text.
func noteOf(m *engine.Measurement) string {
	return result.Points.Signed(m.PPG, (m.PPGHigh-m.PPGLow)/2) + " against " + m.Opponent
}

// Trained are the files of a training.
type Trained struct {
	Out    string   `json:"out"`    // path of the run folder
	Model  string   `json:"model"`  // path of the model
	Digest string   `json:"digest"` // of the model
	Files  []string `json:"files"`  // paths of charts and pages

	what string // description of the files
}

// NewTrained returns the files of a run whose model is a file in the folder. If curve is set,
// plot draws the curves.
func NewTrained(dir, model, what string, curve bool, plot func() ([]string, error)) (t Trained, err error) {
	t = Trained{Out: dir, Model: model, Files: []string{}, what: what}
	if t.Digest, err = digest.File(model); err != nil || !curve {
		return t, err
	}
	files, err := plot()
	t.Files = append(t.Files, files...)
	return t, err
}

// Text returns a line for each file.
func (t *Trained) Text() string {
	text := fmt.Sprintf("model: %s\n", t.Model)
	for _, path := range t.Files {
		text += fmt.Sprintf("%s: %s\n", t.what, path)
	}
	return text
}

// HideFolders leaves the last elements of the paths of the run and the model.
func (t *Trained) HideFolders() {
	t.Out, t.Model = filepath.Base(t.Out), filepath.Base(t.Model)
}
