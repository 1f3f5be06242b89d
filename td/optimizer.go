package td

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"gammonlab/internal/atomicfile"
	"gammonlab/nets/learn"
	"gammonlab/nets/safetensors"
)

// A checkpoint of the batch update is a model, as those of the other updates
// are, and beside it a file with what the learner knows but the weights: its
// number of steps and its moments, in the safetensors format.

// optimizerExt takes the place of a checkpoint's extension in the name of the
// file beside it.
const optimizerExt = ".optimizer"

// Metadata of the file beside a checkpoint; the number of games and the config
// are those of the checkpoint.
const (
	keyFormat       = "format"
	keySteps        = "steps"
	optimizerFormat = "gammonlab-td-optimizer 1"
)

// optimizerPath returns the path of the file beside the checkpoint at the path.
func optimizerPath(checkpoint string) string {
	return strings.TrimSuffix(checkpoint, ".safetensors") + optimizerExt
}

// momentName returns the name of a moment's tensor.
func momentName(i int) string { return fmt.Sprintf("moment%d", i) }

// saveOptimizer writes the file beside the checkpoint at the path, before the
// checkpoint: one that is there can be resumed from.
func (t *Trainer) saveOptimizer(checkpoint string) error {
	tensors := map[string]safetensors.Tensor{}
	for i, m := range t.learned.Moments {
		tensors[momentName(i)] = safetensors.Vector(m)
	}
	provenance := t.model().Provenance
	file, err := safetensors.Encode(tensors, map[string]string{
		keyFormat: optimizerFormat,
		keyConfig: provenance[keyConfig],
		keyGames:  provenance[keyGames],
		keySteps:  strconv.FormatInt(t.learned.Steps, 10),
	})
	if err != nil {
		return fmt.Errorf("td: %w", err)
	}
	return atomicfile.WriteFile(optimizerPath(checkpoint), file)
}

// dropBeside removes the files beside the checkpoint at the path, if they are
// there: only the newest checkpoint needs them.
func dropBeside(checkpoint string) error {
	for _, path := range []string{optimizerPath(checkpoint), olderPath(checkpoint)} {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("td: %w", err)
		}
	}
	return nil
}

// readOptimizer takes over what the file beside the trainer's checkpoint, whose
// provenance is given, knows.
func (t *Trainer) readOptimizer(checkpoint string, provenance map[string]string) error {
	path := optimizerPath(checkpoint)
	file, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("td: checkpoint without its optimizer: %w", err)
	}
	tensors, metadata, err := safetensors.Decode(file)
	if err != nil {
		return fmt.Errorf("td: %s: %w", path, err)
	}
	if got := metadata[keyFormat]; got != optimizerFormat {
		return fmt.Errorf("td: %s: format is %q, this program reads %q", path, got, optimizerFormat)
	}
	for _, key := range []string{keyConfig, keyGames} {
		if metadata[key] != provenance[key] {
			return fmt.Errorf("td: %s: %s is %s, the checkpoint's %s", path, key, metadata[key], provenance[key])
		}
	}
	state, err := stateOf(tensors, metadata[keySteps])
	if err != nil {
		return fmt.Errorf("td: %s: %w", path, err)
	}
	// A learner that is not needed further knows which states fit.
	learner, err := learn.New(t.net, t.cfg.learning(1))
	if err != nil {
		return fmt.Errorf("td: %w", err)
	}
	if err := learner.SetState(state); err != nil {
		return fmt.Errorf("td: %s: %w", path, err)
	}
	t.learned = state
	return nil
}

// stateOf returns the state of a learner from what a file holds.
func stateOf(tensors map[string]safetensors.Tensor, steps string) (learn.State, error) {
	var state learn.State
	var err error
	if state.Steps, err = strconv.ParseInt(steps, 10, 64); err != nil || state.Steps < 1 {
		return state, fmt.Errorf("%s is %q, want a number above 0", keySteps, steps)
	}
	for i := range len(tensors) {
		moment, ok := tensors[momentName(i)]
		if !ok {
			return state, fmt.Errorf("of %d tensors none is %s", len(tensors), momentName(i))
		}
		state.Moments = append(state.Moments, moment.Data)
	}
	return state, nil
}
