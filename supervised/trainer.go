package supervised

import (
	"fmt"
	"strconv"
	"strings"

	"gammonlab/engine/netplan"
	"gammonlab/features"
	"gammonlab/internal/version"
	"gammonlab/nets"
)

// Options are inputs of a trainer besides settings and data.
type Options struct {
	Parent  *nets.Model // model whose weights the nets start from, and whose other nets go into the new model; nil for random weights
	Backend Backend     // implementation of the steps; nil for the fast one
	Workers int         // goroutines; the result does not depend on it
}

// Trainer trains the nets of a model on the positions of a database. Each net learns
// from the positions of its classes; the nets take turns, an epoch each. Its methods
// must not be called concurrently.
type Trainer struct {
	cfg     Config
	data    *Data
	plan    netplan.Plan
	backend Backend
	workers int
	nets    []*netTrainer
}

// New returns a trainer at the start of a run.
func New(cfg Config, data *Data, o Options) (*Trainer, error) {
	t, err := prepare(cfg, data, o)
	if err != nil {
		return nil, err
	}
	for _, p := range t.nets {
		net, err := t.plan.Inherited(p.shape, cfg.Seed)
		if err != nil {
			return nil, err
		}
		if err := p.begin(net, t.backend, t.workers); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// prepare returns a trainer whose net trainers have no nets yet.
func prepare(cfg Config, data *Data, o Options) (*Trainer, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if o.Workers < 1 {
		return nil, fmt.Errorf("%d workers, want at least 1", o.Workers)
	}
	if o.Backend == nil {
		o.Backend = fastBackend
	}
	t := &Trainer{cfg: cfg, data: data, plan: netplan.Plan{Shapes: cfg.Nets, Parent: o.Parent}, backend: o.Backend, workers: o.Workers}
	if err := t.checkPlan(); err != nil {
		return nil, err
	}
	for _, s := range cfg.Nets {
		p, err := t.newNetTrainer(s)
		if err != nil {
			return nil, err
		}
		t.nets = append(t.nets, p)
	}
	return t, nil
}

// checkPlan returns an error if the nets form no model, or if the parent is not the
// config's.
func (t *Trainer) checkPlan() error {
	if err := t.plan.CheckParent(t.cfg.Parent); err != nil {
		return err
	}
	if p := t.plan.Parent; p != nil && p.Variant != t.data.Variant() {
		return fmt.Errorf("the parent is for %v, the data are for %v", p.Variant, t.data.Variant())
	}
	if err := t.plan.Check(); err != nil {
		return err
	}
	return nil
}

// newNetTrainer returns the trainer of a net of the shape, with its training positions.
func (t *Trainer) newNetTrainer(shape nets.Shape) (*netTrainer, error) {
	set, err := features.Lookup(shape.Features)
	if err != nil {
		return nil, err
	}
	classes := t.plan.Classes(shape.Part)
	training, err := t.data.of(toTrain, classes)
	if err != nil {
		return nil, err
	}
	validation, err := t.data.of(toValidate, classes)
	if err != nil {
		return nil, err
	}
	table := &t.data.table
	return newNetTrainer(&t.cfg, shape, newSamples(set, table, training), newSamples(set, table, validation)), nil
}

// Config returns the run's settings.
func (t *Trainer) Config() Config { return t.cfg }

// Data returns the training and validation data.
func (t *Trainer) Data() *Data { return t.data }

// next returns the trainer of the net that trains next, nil when all are done.
func (t *Trainer) next() *netTrainer {
	var next *netTrainer
	for _, p := range t.nets {
		if !p.done() && (next == nil || p.Epoch < next.Epoch) {
			next = p
		}
	}
	return next
}

// Positions returns the number of positions that the nets have learned from, and its
// maximum at the end. Epochs of a net that has stopped early count as done.
func (t *Trainer) Positions() (done, total int64) {
	for _, p := range t.nets {
		all := int64(t.cfg.Epochs) * int64(p.training.Len())
		total += all
		if p.done() {
			done += all
		} else {
			done += p.positions()
		}
	}
	return done, total
}

// Kept is the epoch of a net that the model has, with its measurements.
type Kept struct {
	Point
	Epochs int  // number of epochs that the net has learned
	Early  bool // the net has stopped, because its loss did not fall
}

// Kept returns the epoch that the model has for each net that has learned one.
func (t *Trainer) Kept() []Kept {
	var all []Kept
	for _, p := range t.nets {
		if p.Best != nil {
			all = append(all, Kept{*p.Best, p.Epoch, p.done() && p.Epoch < t.cfg.Epochs})
		}
	}
	return all
}

// steps returns the total number of steps of all nets.
func (t *Trainer) steps() int64 {
	n := int64(0)
	for _, p := range t.nets {
		n += p.Steps
	}
	return n
}

// current returns the model of the current nets.
func (t *Trainer) current() *nets.Model {
	m := &nets.Model{Nets: t.plan.Kept(), Variant: t.data.Variant()}
	for _, p := range t.nets {
		m.Nets[p.shape.Part] = p.net()
	}
	return m
}

// model returns the model of the best nets, with its provenance.
func (t *Trainer) model() *nets.Model {
	m := &nets.Model{Nets: t.plan.Kept(), Variant: t.data.Variant(), Provenance: t.provenance()}
	positions := int64(0)
	for _, p := range t.nets {
		m.Nets[p.shape.Part] = p.best
		positions += p.positions()
		if p.Best == nil {
			continue
		}
		of := ""
		if p.shape.Part != nets.All {
			of = "_" + string(p.shape.Part)
		}
		m.Provenance["best_epoch"+of] = strconv.Itoa(p.Best.Epoch)
		m.Provenance["best_metrics"+of] = jsonText(p.Best)
	}
	m.Provenance["positions"] = strconv.FormatInt(positions, 10)
	return m
}

// provenance returns the settings and digests that determine the weights.
func (t *Trainer) provenance() map[string]string {
	all := map[string]string{
		"made_by":       "gammonlab train supervised",
		"toolkit":       version.Toolkit,
		"config":        jsonText(t.cfg),
		"training_data": t.data.digests.Training,
	}
	if more := t.data.digests.More; more != nil {
		all["more_training_data"] = strings.Join(more, ",")
	}
	if d := t.data.digests.Validation; d != "" {
		all["validation_data"] = d
	}
	if t.cfg.Parent != "" {
		all["parent"] = t.cfg.Parent
	}
	return all
}
