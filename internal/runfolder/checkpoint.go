package runfolder

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"gammonlab/internal/atomicfile"
	"gammonlab/internal/identity"
	"gammonlab/internal/safetensors"
	"gammonlab/internal/strictjson"
)

// Checkpoint is the state from which a run resumes: a file of tensors, with the other
// state as JSON in its metadata.
type Checkpoint struct {
	Kind    string // kind of the trainer, with the version of its state
	Run     any    // the settings that the run cannot change
	State   any    // state of the trainer, without the tensors
	Tensors Tensors
}

// Tensors are vectors by name.
type Tensors map[string][]float32

const (
	checkpointExt    = ".checkpoint"
	modelExt         = ".safetensors"
	checkpointFormat = "gammonlab-checkpoint 1"
)

// Metadata of a checkpoint.
const (
	keyFormat = "format"
	keyKind   = "kind"
	keyRun    = "run"
	keyState  = "state"
)

// CheckpointPath returns the path of the checkpoint after n games, steps or other units
// of the run.
func (f *Folder) CheckpointPath(n int64) string { return f.numbered(n, checkpointExt) }

// NumberedModel returns the path of the model after n games, in the folder of the
// checkpoints.
func (f *Folder) NumberedModel(n int64) string { return f.numbered(n, modelExt) }

func (f *Folder) numbered(n int64, ext string) string {
	return filepath.Join(f.Path(CheckpointDir), fmt.Sprintf("%012d%s", n, ext))
}

// numbers lists the numbers in the names of files with the extension, in ascending order.
func (f *Folder) numbers(ext string) ([]int64, error) {
	entries, err := os.ReadDir(f.Path(CheckpointDir)) // sorted: names are of equal width
	if err != nil {
		return nil, err
	}
	var all []int64
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), ext)
		if n, err := strconv.ParseInt(name, 10, 64); ok && err == nil {
			all = append(all, n)
		}
	}
	return all, nil
}

// Checkpoints lists the numbers of the checkpoints, the newest first. It returns an error
// if there are no checkpoints.
func (f *Folder) Checkpoints() ([]int64, error) {
	all, err := f.numbers(checkpointExt)
	if err != nil {
		return nil, err
	}
	if len(all) > 0 {
		slices.Reverse(all)
		return all, nil
	}
	return nil, fmt.Errorf("%s has no checkpoint to resume from", f.Path(CheckpointDir))
}

// Reached returns the number of the newest checkpoint, 0 if there is none.
func (f *Folder) Reached() int64 {
	all, err := f.Checkpoints()
	if err != nil {
		return 0
	}
	return all[0]
}

// SaveCheckpoint writes the checkpoint with the number n. It keeps this checkpoint and the
// newest ones before it, kept checkpoints in all, and removes all others.
func (f *Folder) SaveCheckpoint(n int64, c *Checkpoint, kept int) error {
	metadata := map[string]string{keyFormat: checkpointFormat, keyKind: c.Kind, safetensors.KeySum: ""}
	for key, value := range map[string]any{keyRun: c.Run, keyState: c.State} {
		text, err := json.Marshal(value)
		if err != nil {
			return fmt.Errorf("writing %s: %s: %w", f.CheckpointPath(n), key, err)
		}
		metadata[key] = string(text)
	}
	tensors := map[string]safetensors.Tensor{}
	for name, values := range c.Tensors {
		tensors[name] = safetensors.Vector(values)
	}
	file, err := safetensors.Encode(tensors, metadata)
	if err != nil {
		return fmt.Errorf("writing %s: %w", f.CheckpointPath(n), err)
	}
	if err := atomicfile.WriteFile(f.CheckpointPath(n), file); err != nil {
		return err
	}
	f.saved = time.Now()
	f.Event("checkpoint", append([]any{"number", n}, f.Elapsed().values()...)...)
	return f.keepNewest(n, kept)
}

// Unsaved returns the time since the newest checkpoint of this process, or since it locked
// the folder.
func (f *Folder) Unsaved() time.Duration { return time.Since(f.saved) }

// keepNewest keeps the newest checkpoints up to n, at most kept, and removes all others.
func (f *Folder) keepNewest(n int64, kept int) error {
	all, err := f.Checkpoints()
	if err != nil {
		return err
	}
	for _, other := range all {
		if other <= n && kept > 0 {
			kept--
			continue
		}
		if err := remove(f.CheckpointPath(other)); err != nil {
			return err
		}
	}
	return nil
}

// KeepModels removes the models for whose numbers keep returns false.
func (f *Folder) KeepModels(keep func(n int64) bool) error {
	all, err := f.numbers(modelExt)
	if err != nil {
		return err
	}
	for _, n := range all {
		if !keep(n) {
			if err := remove(f.NumberedModel(n)); err != nil {
				return err
			}
		}
	}
	return nil
}

// remove removes a file if it exists.
func remove(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// ReadCheckpoint reads the checkpoint with the number into c. The checkpoint must have the
// Kind and Run of c. State of c is a pointer.
func (f *Folder) ReadCheckpoint(n int64, c *Checkpoint) error {
	if err := c.read(f.CheckpointPath(n)); err != nil {
		return fmt.Errorf("checkpoint %s: %w", f.CheckpointPath(n), err)
	}
	return nil
}

func (c *Checkpoint) read(path string) error {
	file, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	tensors, metadata, err := safetensors.Decode(file)
	if err != nil {
		return err
	}
	for key, want := range map[string]string{keyFormat: checkpointFormat, keyKind: c.Kind} {
		if got := metadata[key]; got != want {
			return fmt.Errorf("its %s is %q, this program reads %q", key, got, want)
		}
	}
	if metadata[safetensors.KeySum] == "" {
		return fmt.Errorf("it has no %s", safetensors.KeySum)
	}
	if !json.Valid([]byte(metadata[keyRun])) {
		return fmt.Errorf("its %s is no JSON", keyRun)
	}
	if diff := identity.Between(json.RawMessage(metadata[keyRun]), c.Run); diff != nil {
		return fmt.Errorf("it belongs to another run: %v", diff)
	}
	if err := strictjson.Unmarshal([]byte(metadata[keyState]), c.State); err != nil {
		return fmt.Errorf("its %s: %w", keyState, err)
	}
	c.Tensors = Tensors{}
	for name, t := range tensors {
		for i, v := range t.Data {
			if v-v != 0 {
				return fmt.Errorf("tensor %s: value %d is %v", name, i, v)
			}
		}
		c.Tensors[name] = t.Data
	}
	return nil
}

// take copies the vector with the name to dst, which must have the same length, and removes
// it from t.
func (t Tensors) take(name string, dst []float32) error {
	values, ok := t[name]
	if !ok {
		return fmt.Errorf("tensor %s is missing", name)
	}
	if len(values) != len(dst) {
		return fmt.Errorf("tensor %s has %d values, want %d", name, len(values), len(dst))
	}
	copy(dst, values)
	delete(t, name)
	return nil
}

// TakeAll takes all vectors of want. It returns an error if t has other vectors.
func (t Tensors) TakeAll(want Tensors) error {
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if err := t.take(name, want[name]); err != nil {
			return err
		}
	}
	for name := range t {
		return fmt.Errorf("tensor %s does not belong there", name)
	}
	return nil
}
