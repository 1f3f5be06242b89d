package td

import (
	"fmt"

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
	Mark  Stats `json:"mark"`  // statistics at that time
	Steps int64 `json:"steps"` // steps of the optimizer
	Of    int64 `json:"of"`    // games of the whole run when this was written
}

// Tensors of a checkpoint; moments of the optimizer follow.
const (
	weightsTensor = "weights"
	olderTensor   = "older" // a round earlier: the games update plays the next round with these
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
	case c.Alpha.FollowsLength():
		return "alpha", c.Alpha
	case c.Lambda.FollowsLength():
		return "lambda", c.Lambda
	}
	return "", learn.Schedule{}
}

// saveCheckpoint writes the trainer's state, and its net as a model of its own. If the
// run ends within a segment, the previous checkpoint stays, too: a longer run resumes
// from it. The newest model and the measured models are kept.
func (f *Folder) saveCheckpoint(t *Trainer) error {
	if err := t.model().Save(f.files.NumberedModel(t.games)); err != nil {
		return err
	}
	kept := 1
	if t.games == t.cfg.Games && t.games%t.cfg.Segment != 0 {
		kept = 2
	}
	if err := f.files.SaveCheckpoint(t.games, t.checkpoint(), kept); err != nil {
		return fmt.Errorf("td: %w", err)
	}
	err := f.files.KeepModels(func(n int64) bool { return n == 0 || n == t.games || t.measuresAt(n) })
	if err != nil {
		return fmt.Errorf("td: %w", err)
	}
	return nil
}

// checkpoint returns the trainer's state.
func (t *Trainer) checkpoint() *runfolder.Checkpoint {
	c := &runfolder.Checkpoint{
		Kind: checkpointKind, Run: t.cfg.identity(),
		State:   state{t.games, t.stats, t.begun, t.mark, t.learned.Steps, t.cfg.Games},
		Tensors: runfolder.Tensors{weightsTensor: t.net.Params()},
	}
	if t.hasOlder() {
		c.Tensors[olderTensor] = t.older.Params()
	}
	for i, m := range t.learned.Moments {
		c.Tensors[momentName(i)] = m
	}
	return c
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
	for _, n := range all {
		var s state
		c := runfolder.Checkpoint{Kind: checkpointKind, Run: f.doc.Config.identity(), State: &s}
		if err := f.files.ReadCheckpoint(n, &c); err != nil {
			return nil, err
		}
		if s.endsShorterRun(&f.doc.Config) {
			continue
		}
		t, err := restore(f.doc.Config, &s, c.Tensors)
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
	if s.Games != s.Of || s.Games >= c.Games || s.Games%c.Segment == 0 {
		return false
	}
	return s.Begun == s.Games || s.Games%c.round() != 0 || c.Update == GamesUpdate
}

// restore returns the trainer of a state.
func restore(cfg Config, s *state, tensors runfolder.Tensors) (*Trainer, error) {
	spec, err := cfg.spec()
	if err != nil {
		return nil, err
	}
	net, err := nets.New(spec)
	if err != nil {
		return nil, err
	}
	t, err := resumeAfter(cfg, net, s.Games, s.Stats)
	if err != nil {
		return nil, err
	}
	if err := t.setSegment(s); err != nil {
		return nil, err
	}
	want := runfolder.Tensors{weightsTensor: net.Params()}
	if t.hasOlder() {
		t.older = net.Clone()
		want[olderTensor] = t.older.Params()
	}
	isOptimized := cfg.Update == BatchUpdate && s.Games > 0
	if isOptimized != (s.Steps > 0) {
		return nil, fmt.Errorf("its optimizer cannot have taken %d steps in %d games of the %s update", s.Steps, s.Games, cfg.Update)
	}
	if isOptimized {
		learner, err := learn.New(net, cfg.learning(1))
		if err != nil {
			return nil, err
		}
		t.learned = learner.State().Clone()
		t.learned.Steps = s.Steps
		for i, m := range t.learned.Moments {
			want[momentName(i)] = m
		}
	}
	return t, tensors.TakeAll(want)
}

// setSegment sets the current segment.
func (t *Trainer) setSegment(s *state) error {
	c := &t.cfg
	whole := s.Begun == s.Games && (s.Games%c.Segment == 0 || s.Games == c.Games)
	amid := s.Begun >= 0 && s.Begun%c.Segment == 0 && s.Begun < s.Games && s.Games <= c.segmentEnd(s.Begun)
	if !whole && !amid {
		return fmt.Errorf("%d games cannot be in the segment that begins after %d games: segments have %d games", s.Games, s.Begun, c.Segment)
	}
	t.begun, t.mark = s.Begun, s.Mark
	return nil
}
