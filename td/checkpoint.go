package td

import (
	"fmt"
	"maps"
	"slices"

	"gammonlab/engine/netrun"
	"gammonlab/internal/runfolder"
	"gammonlab/nets"
	"gammonlab/nets/learn"
)

// state is the state of a trainer in a checkpoint, besides the weights. Begun is below
// the number of games if the checkpoint was written within a segment, or before the
// segment was measured.
type state struct {
	Games int64 `json:"games"`
	Stats Stats `json:"stats"`
	Begun int64 `json:"begun"` // games before the current segment
	Mark  Stats `json:"mark"`  // statistics at the start of the current segment
	Steps int64 `json:"steps"` // steps of the optimizers of all nets
	Of    int64 `json:"of"`    // games of the whole run, as set when this was written

	// Metrics: the number of lines, and the games of the newest. Both are 0 in checkpoints
	// of earlier versions, which wrote a line for each segment.
	Lines    int64 `json:"lines,omitempty"`
	Recorded int64 `json:"recorded,omitempty"`

	NetSteps map[nets.Part]int64 `json:"net_steps,omitempty"` // steps of each net's optimizer, in a batch update of several nets
	Kept     []nets.Part         `json:"kept,omitempty"`      // parts of the nets of the parent that the model keeps
}

// Tensors of a checkpoint; moments of the optimizer follow. In a run of several nets,
// each has its part and a point before its name.
const (
	weightsTensor = "weights"
	olderTensor   = "older" // weights of one round earlier, with which the games update plays the next round
)

const checkpointKind = "gammonlab train td 1"

// identity returns the settings that a checkpoint belongs to. They include the number
// of games only if a schedule depends on it.
func (c *Config) identity() *Config {
	same := c.canonical()
	if name, _ := c.followsLength(); name == "" {
		same.Games = 0
	}
	return same
}

// followsLength names the schedule that depends on the number of games; "" if none
// does.
func (c *Config) followsLength() (string, learn.Schedule) {
	switch {
	case c.Rate.FollowsLength():
		return "rate", c.Rate
	case c.Lambda.FollowsLength():
		return "lambda", c.Lambda
	}
	return "", learn.Schedule{}
}

// save writes the trainer's state, and its nets as a separate model file. If the run ends
// within a segment, the previous checkpoint stays, too: a longer run resumes from it. The
// newest model and the measured models are kept.
func (t *Trainer) save(f *netrun.Folder) error {
	if err := t.model().Save(f.NumberedModel(t.games)); err != nil {
		return err
	}
	kept := 1
	if t.games == t.cfg.Games && t.games%t.cfg.Checkpoint != 0 {
		kept = 2
	}
	if err := f.SaveCheckpoint(t.games, t.checkpoint(), kept); err != nil {
		return err
	}
	return f.KeepModels(func(n int64) bool { return n == 0 || n == t.games || t.cfg.measuresAt(n) })
}

// checkpoint returns the trainer's state.
func (t *Trainer) checkpoint() *runfolder.Checkpoint {
	s := state{Games: t.games, Stats: t.stats, Begun: t.begun, Mark: t.mark, Steps: t.steps(), Of: t.cfg.Games, Kept: t.kept(),
		Lines: t.lines, Recorded: t.recorded}
	if t.weights.several && t.learned != nil {
		s.NetSteps = map[nets.Part]int64{}
		for i, l := range t.learned {
			s.NetSteps[t.plan.Shapes[i].Part] = l.Steps
		}
	}
	return &runfolder.Checkpoint{Kind: checkpointKind, Run: t.cfg.identity(), State: s, Tensors: t.tensors()}
}

// steps returns the number of steps of all optimizers.
func (t *Trainer) steps() int64 {
	sum := int64(0)
	for _, l := range t.learned {
		sum += l.Steps
	}
	return sum
}

// kept lists the parts of the nets that the model keeps from its parent.
func (t *Trainer) kept() []nets.Part { return slices.Sorted(maps.Keys(t.plan.Kept())) }

// tensors returns the vectors of a checkpoint, which share memory with the trainer.
func (t *Trainer) tensors() runfolder.Tensors {
	all := runfolder.Tensors{}
	for i, n := range t.weights.trained {
		prefix := ""
		if t.weights.several {
			prefix = string(t.plan.Shapes[i].Part) + "."
		}
		all[prefix+weightsTensor] = n.Params()
		if t.hasOlder() {
			all[prefix+olderTensor] = t.older.trained[i].Params()
		}
		if t.learned != nil {
			for k, m := range t.learned[i].Moments {
				all[prefix+momentName(k)] = m
			}
		}
	}
	return all
}

// hasOlder reports whether the next round is played with weights other than the current
// ones.
func (t *Trainer) hasOlder() bool {
	return t.cfg.Update == GamesUpdate && t.begun < t.games && t.games < t.cfg.segmentEnd(t.begun)
}

func momentName(i int) string { return fmt.Sprintf("moment%d", i) }

// newest returns the trainer at the last checkpoint. It skips a checkpoint that a
// shorter run wrote at its end within a segment.
func (f *Folder) newest() (*Trainer, error) {
	all, err := f.files.Checkpoints()
	if err != nil {
		return nil, err
	}
	parent, err := f.parent()
	if err != nil {
		return nil, err
	}
	for _, n := range all {
		var s state
		c := runfolder.Checkpoint{Kind: checkpointKind, Run: f.doc.Config.identity(), State: &s}
		if err := f.files.ReadCheckpoint(n, &c); err != nil {
			return nil, err
		}
		if s.endsShorterRun(&f.doc.Config) {
			continue
		}
		t, err := restore(f.doc.Config, parent, &s, c.Tensors)
		if err != nil {
			return nil, fmt.Errorf("checkpoint %s: %w", f.files.CheckpointPath(n), err)
		}
		return t, nil
	}
	return nil, fmt.Errorf("%s has no checkpoint before the end of a shorter run", f.Dir())
}

// endsShorterRun reports whether this is the state at the end of a shorter run within a
// segment. A run of the config's length never has such a state.
func (s *state) endsShorterRun(c *Config) bool {
	if s.Games != s.Of || s.Games >= c.Games || s.Games%c.Checkpoint == 0 {
		return false
	}
	return s.Begun == s.Games || s.Games%c.round() != 0 || c.Update == GamesUpdate
}

// restore returns the trainer for a state. The model keeps nets of the parent; nil for
// none.
func restore(cfg Config, parent *nets.Model, s *state, tensors runfolder.Tensors) (*Trainer, error) {
	if parent == nil && len(s.Kept) > 0 {
		return nil, fmt.Errorf("%s is missing, whose nets %v the model keeps", runfolder.ParentFile, s.Kept)
	}
	plan, err := cfg.plan(parent)
	if err != nil {
		return nil, err
	}
	var trained []*nets.Net
	for _, shape := range plan.Shapes {
		net, err := nets.New(shape.Spec())
		if err != nil {
			return nil, err
		}
		trained = append(trained, net)
	}
	t, err := resumeAfter(cfg, plan, trained, s.Games, s.Stats)
	if err != nil {
		return nil, err
	}
	if err := t.setSegment(s); err != nil {
		return nil, err
	}
	if t.hasOlder() {
		t.older = t.weights.clone()
	}
	if err := t.setOptimizers(s); err != nil {
		return nil, err
	}
	return t, tensors.TakeAll(t.tensors())
}

// setOptimizers makes room for the states of the optimizers, if there are any, and sets
// their steps.
func (t *Trainer) setOptimizers(s *state) error {
	isOptimized := t.cfg.Update == BatchUpdate && s.Games > 0
	if isOptimized != (s.Steps > 0) && !(isOptimized && t.weights.several) {
		return fmt.Errorf("its optimizer cannot have taken %d steps in %d games of the %s update", s.Steps, s.Games, t.cfg.Update)
	}
	if !isOptimized {
		return nil
	}
	for i, net := range t.weights.trained {
		learner, err := learn.New(net, t.cfg.learning(1))
		if err != nil {
			return err
		}
		state := learner.State().Clone()
		if state.Steps = s.Steps; t.weights.several {
			state.Steps = s.NetSteps[t.plan.Shapes[i].Part]
		}
		t.learned = append(t.learned, state)
	}
	if got := t.steps(); got != s.Steps {
		return fmt.Errorf("its optimizers have taken %d steps together, want %d", got, s.Steps)
	}
	return nil
}

// setSegment sets the current segment.
func (t *Trainer) setSegment(s *state) error {
	c := &t.cfg
	whole := s.Begun == s.Games && (s.Games%c.Checkpoint == 0 || s.Games == c.Games)
	amid := s.Begun >= 0 && s.Begun%c.Checkpoint == 0 && s.Begun < s.Games && s.Games <= c.segmentEnd(s.Begun)
	if !whole && !amid {
		return fmt.Errorf("%d games cannot be in the segment that begins after %d games: segments have %d games", s.Games, s.Begun, c.Checkpoint)
	}
	t.begun, t.mark = s.Begun, s.Mark
	t.lines, t.recorded = s.Lines, max(s.Begun, s.Recorded)
	if s.Lines == 0 {
		t.lines = (s.Begun + c.Checkpoint - 1) / c.Checkpoint
	}
	if t.lines < 0 || t.recorded > s.Games {
		return fmt.Errorf("its metrics cannot have %d lines up to %d games after %d games", t.lines, t.recorded, s.Games)
	}
	return nil
}
