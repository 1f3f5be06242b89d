package supervised

import (
	"fmt"
	"maps"

	"gammonlab/engine/netrun"
	"gammonlab/internal/runfolder"
	"gammonlab/nets"
	"gammonlab/nets/learn"
)

const checkpointKind = "gammonlab train supervised 1"

// runSettings has the settings and digests that a checkpoint belongs to.
type runSettings struct {
	Config
	Digests Files `json:"digests"`
}

// runSettings returns the settings of the trainer's checkpoints. It includes the number of
// epochs only if the rate depends on it.
func (t *Trainer) runSettings() runSettings {
	cfg := t.cfg.canonical()
	if !cfg.Rate.FollowsLength() {
		cfg.Epochs = 0
	}
	return runSettings{*cfg, t.data.digests}
}

// save writes the trainer's state and removes the previous checkpoint.
func (t *Trainer) save(f *netrun.Folder) error {
	c := &runfolder.Checkpoint{Kind: checkpointKind, Run: t.runSettings(), Tensors: runfolder.Tensors{}}
	states := map[nets.Part]progress{}
	for _, p := range t.nets {
		states[p.shape.Part] = p.progress
		maps.Copy(c.Tensors, p.vectors(p.learner.State()))
	}
	c.State = states
	return f.SaveCheckpoint(t.steps(), c, 1)
}

// vectors returns all vectors of a net's trainer that a checkpoint keeps, by name. They
// share memory with the trainer, except the moments.
func (p *netTrainer) vectors(s learn.State) runfolder.Tensors {
	name := func(what string) string { return string(p.shape.Part) + "." + what }
	all := runfolder.Tensors{name("weights"): p.learner.Net().Params(), name("best"): p.best.Params()}
	if p.average != nil {
		all[name("average")] = p.average.Params()
	}
	for i, m := range s.Moments {
		all[name(fmt.Sprintf("moment%d", i))] = m
	}
	return all
}

// readCheckpoint restores the trainer from the newest checkpoint.
func (f *Folder) readCheckpoint(t *Trainer) error {
	all, err := f.files.Checkpoints()
	if err != nil {
		return err
	}
	var states map[nets.Part]progress
	c := runfolder.Checkpoint{Kind: checkpointKind, Run: t.runSettings(), State: &states}
	if err := f.files.ReadCheckpoint(all[0], &c); err != nil {
		return err
	}
	if err := t.restore(states, c.Tensors); err != nil {
		return fmt.Errorf("checkpoint %s: %w", f.files.CheckpointPath(all[0]), err)
	}
	return nil
}

// restore sets the trainers of the nets to the states of a checkpoint.
func (t *Trainer) restore(states map[nets.Part]progress, tensors runfolder.Tensors) error {
	want := runfolder.Tensors{}
	learning := map[*netTrainer]learn.State{}
	for _, p := range t.nets {
		state, ok := states[p.shape.Part]
		if !ok || len(states) != len(t.nets) {
			return fmt.Errorf("it has the states of %d nets, want %d nets, one of them for %s", len(states), len(t.nets), p.shape.Part)
		}
		if err := state.check(p.cfg.Epochs, p.steps()); err != nil {
			return fmt.Errorf("net for %s: %w", p.shape.Part, err)
		}
		net, err := nets.New(p.shape.Spec())
		if err != nil {
			return err
		}
		// The learner is made twice: here for the names and sizes of its vectors, and
		// below with the restored weights, which it may copy.
		if err := p.begin(net, t.backend, t.workers); err != nil {
			return err
		}
		learning[p] = p.learner.State()
		maps.Copy(want, p.vectors(learning[p]))
		p.progress = state
	}
	if err := tensors.TakeAll(want); err != nil {
		return err
	}
	for p, s := range learning {
		var err error
		if p.learner, err = t.backend(p.learner.Net(), *p.cfg.learning(t.workers)); err != nil {
			return err
		}
		s.Steps = p.Steps
		if err := p.learner.SetState(s); err != nil {
			return err
		}
	}
	return nil
}

// check returns an error for a state that no trainer can have.
func (s *progress) check(epochs, steps int) error {
	switch {
	case s.Epoch > epochs:
		return fmt.Errorf("%d epochs are done, the run has %d", s.Epoch, epochs)
	case s.Epoch < 0 || s.Step < 0 || s.Step > steps, s.Steps != int64(s.Epoch)*int64(steps)+int64(s.Step):
		return fmt.Errorf("it cannot be at step %d of epoch %d after %d steps: there are %d epochs of %d steps",
			s.Step, s.Epoch+1, s.Steps, epochs, steps)
	case (s.Best == nil) != (s.Epoch == 0), s.Best != nil && (s.Best.Epoch < 1 || s.Best.Epoch > s.Epoch):
		return fmt.Errorf("the best of %d epochs is not one of them", s.Epoch)
	}
	return nil
}
