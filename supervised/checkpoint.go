package supervised

import (
	"fmt"
	"maps"

	"gammonlab/internal/runfolder"
	"gammonlab/nets"
	"gammonlab/nets/learn"
)

const checkpointKind = "gammonlab train supervised 1"

// identity is what a checkpoint is for.
type identity struct {
	Config
	Digests Files `json:"digests"`
}

// identity returns what the trainer's checkpoints are for. The number of epochs is
// not part of it if the rate does not depend on it.
func (t *Trainer) identity() identity {
	cfg := t.cfg.canonical()
	if !cfg.Rate.FollowsLength() {
		cfg.Epochs = 0
	}
	return identity{*cfg, t.data.digests}
}

// saveCheckpoint writes the trainer's state, in place of the one before.
func (f *Folder) saveCheckpoint(t *Trainer) error {
	c := &runfolder.Checkpoint{Kind: checkpointKind, Run: t.identity(), Tensors: runfolder.Tensors{}}
	states := map[nets.Part]progress{}
	for _, p := range t.nets {
		states[p.shape.Part] = p.progress
		maps.Copy(c.Tensors, p.vectors(p.learner.State()))
	}
	c.State = states
	if err := f.files.SaveCheckpoint(t.steps(), c, 1); err != nil {
		return fmt.Errorf("supervised: %w", err)
	}
	return nil
}

// vectors returns all numbers that a checkpoint keeps of a net's trainer, by name.
// All but the moments are the trainer's own.
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

// readCheckpoint gives the trainer the state of the newest checkpoint.
func (f *Folder) readCheckpoint(t *Trainer) error {
	all, err := f.files.Checkpoints()
	if err != nil {
		return err
	}
	var states map[nets.Part]progress
	c := runfolder.Checkpoint{Kind: checkpointKind, Run: t.identity(), State: &states}
	if err := f.files.ReadCheckpoint(all[0], &c); err != nil {
		return err
	}
	if err := t.restore(states, c.Tensors); err != nil {
		return fmt.Errorf("checkpoint %s: %w", f.files.CheckpointPath(all[0]), err)
	}
	return nil
}

// restore gives the pupils the state that a checkpoint has of them.
func (t *Trainer) restore(states map[nets.Part]progress, tensors runfolder.Tensors) error {
	want := runfolder.Tensors{}
	learning := map[*netTrainer]learn.State{}
	for _, p := range t.nets {
		state, ok := states[p.shape.Part]
		if !ok || len(states) != len(t.nets) {
			return fmt.Errorf("its state is of %d nets, want those of %d, one for %s among them", len(states), len(t.nets), p.shape.Part)
		}
		if err := state.check(p.cfg.Epochs, p.steps()); err != nil {
			return fmt.Errorf("net for %s: %w", p.shape.Part, err)
		}
		net, err := nets.New(p.shape.Spec())
		if err != nil {
			return err
		}
		// The learner begins twice: here for the names and sizes of what it wants,
		// and below with the weights, which it may have copied.
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

// check reports a state that no trainer can have.
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
