// Package farmtest tests kinds of jobs: that other machines compute the same results as
// this machine for any division into shards, and that a job refuses impossible results.
//
// Not for other modules.
package farmtest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"testing"

	"gammonlab/farm"
	"gammonlab/internal/digest"
)

// Work is a short job to test; the test runs it about twenty times.
type Work struct {
	Job    *farm.Job
	Kind   farm.Kind
	Source func() farm.Source // starts at the first shard

	// Join appends the caller's output for a result. It is called in the order of the
	// shards. The whole output must be the same for all divisions into shards. If Join
	// is nil, the test appends the result itself. Join depends only on its arguments; it
	// also gets results with flipped bits.
	Join func(dst []byte, s farm.Shard, result []byte) ([]byte, error)

	// Other is a job with the same settings but other data, such as another database; nil to
	// skip the test that their descriptions differ.
	Other *farm.Job

	pieces func(ctx context.Context, by way, take take) error // computes the pieces as they are; nil if there are none
}

// take receives a shard with its result.
type take = func(s farm.Shard, result []byte) error

// Of returns the test of work in pieces; next returns a source of pieces, which starts at the
// first piece. The test also computes the pieces without encoding them.
func Of[P any](w *farm.Work[P], kind farm.Kind, next func() func(items int) (P, error)) Work {
	source := func() farm.Source {
		next := next()
		return func(items int) (s farm.Shard, err error) {
			piece, err := next(items)
			if err == nil {
				s = w.Worker.Shard(piece)
			}
			return s, err
		}
	}
	return Work{Job: &w.Job, Kind: kind, Source: source, pieces: func(ctx context.Context, by way, take take) error {
		next := next()
		return w.Run(ctx, farm.Local{Workers: by.goroutines}, func(int) (P, error) { return next(by.items) }, func(piece P) error {
			result, err := w.Worker.AppendResult(nil, piece)
			if err != nil {
				return err
			}
			return take(w.Worker.Shard(piece), result)
		}, nil)
	}}
}

// Kind tests the job and its kind:
//
//   - the job's Doer, a Doer created from the job's description, and pieces that are not
//     encoded give the same results for shards of 1, 36, 512 and all items, on 1, 2 and 7
//     goroutines;
//   - the description has the right digests of its files, and its Spec is read strictly;
//   - the description is the same each time and on other machines, and another one for other
//     data: the ID of a job is a digest of it;
//   - Check accepts all results, and refuses truncated and extended results; it refuses
//     a result with a flipped bit, or Join accepts this result;
//   - Do refuses a truncated payload.
func Kind(t *testing.T, w Work) {
	t.Helper()
	if w.Join == nil {
		w.Join = func(dst []byte, _ farm.Shard, result []byte) ([]byte, error) { return append(dst, result...), nil }
	}
	if err := w.test(t.Context(), t.TempDir()); err != nil {
		t.Fatal(err)
	}
}

// Store copies the files to a folder, and returns a function that finds their paths.
func Store(t *testing.T, files []farm.File) farm.Files {
	t.Helper()
	found, err := store(t.TempDir(), files)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// all is the number of items with which a source returns all remaining items as one shard.
const all = math.MaxInt32

func (w *Work) test(ctx context.Context, folder string) error {
	opened, err := w.open(ctx, folder)
	if err != nil {
		return err
	}
	var want []byte
	for _, made := range []struct {
		run  func(ctx context.Context, by way, take take) error
		name string
	}{{w.shards(w.Job.Doer), "the job's Doer"}, {w.shards(opened), "the Doer of the description"}, {w.pieces, "pieces"}} {
		if made.run == nil {
			continue
		}
		whole := all // items of the smallest shards of which one is the whole job
		for _, c := range ways() {
			if c.items > whole {
				continue // the same shard
			}
			got, shards, err := w.run(ctx, made.run, c)
			if shards == 1 {
				whole = c.items
			}
			switch {
			case err != nil:
				return fmt.Errorf("%s, shards of %d items, %d goroutines: %w", made.name, c.items, c.goroutines, err)
			case want == nil:
				want = got
			case !bytes.Equal(got, want):
				return fmt.Errorf("%s, shards of %d items, %d goroutines: other results than before", made.name, c.items, c.goroutines)
			}
		}
	}
	if err := w.testCheck(ctx); err != nil {
		return err
	}
	return farm.CloseAll([]farm.Doer{opened})
}

// way is a shard size in items and a number of goroutines.
type way struct{ items, goroutines int }

// ways returns the ways to test: all, or a few in short tests.
func ways() []way {
	if testing.Short() {
		return []way{{1, 2}, {all, 1}}
	}
	var ways []way
	for _, items := range []int{1, 36, 512, all} {
		for _, goroutines := range []int{1, 2, 7} {
			ways = append(ways, way{items, goroutines})
		}
	}
	return ways
}

// shards returns a function that computes all shards by the doer.
func (w *Work) shards(doer farm.Doer) func(ctx context.Context, by way, take take) error {
	return func(ctx context.Context, by way, take take) error {
		job, source := *w.Job, w.Source()
		job.Doer = doer
		return farm.Local{Workers: by.goroutines}.Run(ctx, &job, func(int) (farm.Shard, error) { return source(by.items) }, take, nil)
	}
}

// run computes all shards, and checks, counts and joins the results.
func (w *Work) run(ctx context.Context, do func(ctx context.Context, by way, take take) error, by way) (joined []byte, shards int, err error) {
	joined = []byte{}
	err = do(ctx, by, func(s farm.Shard, result []byte) (err error) {
		if s.Items < 1 {
			return fmt.Errorf("a shard of %d items", s.Items)
		}
		if err := w.Job.Check(s, result); err != nil {
			return fmt.Errorf("the result of the shard at %d: %w", s.First, err)
		}
		shards++
		joined, err = w.Join(joined, s, result)
		return err
	})
	return joined, shards, err
}

// open creates a Doer from the job's description, as another machine does.
func (w *Work) open(ctx context.Context, folder string) (farm.Doer, error) {
	d, err := w.Job.Describe()
	if err != nil {
		return nil, err
	}
	if d.Kind != w.Kind.Name {
		return nil, fmt.Errorf("the description is of the kind %q, want %q", d.Kind, w.Kind.Name)
	}
	if err := w.testOpen(ctx, d); err != nil {
		return nil, err
	}
	if err := w.testDigest(d); err != nil {
		return nil, err
	}
	return openIn(ctx, folder, w.Kind, d)
}

// testDigest tests the digests of the job's description d.
func (w *Work) testDigest(d *farm.Description) error {
	want, err := digest.JSON(d)
	if err != nil {
		return err
	}
	again, err := w.Job.Describe()
	if err != nil {
		return err
	}
	sent, err := send(d)
	if err != nil {
		return err
	}
	for what, d := range map[string]*farm.Description{"described again": again, "on another machine": sent} {
		if got, err := digest.JSON(d); err != nil || got != want {
			return fmt.Errorf("the job %s has another digest, %v", what, err)
		}
	}
	if w.Other == nil {
		return nil
	}
	other, err := w.Other.Describe()
	if err != nil {
		return err
	}
	if got, err := digest.JSON(other); err != nil || got == want {
		return fmt.Errorf("a job of other data has the same digest, %v", err)
	}
	return nil
}

// send returns the description as another machine reads it.
func send(d *farm.Description) (*farm.Description, error) {
	text, err := json.Marshal(d)
	if err != nil {
		return nil, err
	}
	sent := new(farm.Description)
	return sent, json.Unmarshal(text, sent)
}

// store writes the files into the folder, under their digests.
func store(folder string, files []farm.File) (farm.Files, error) {
	for i := range files {
		if err := storeFile(folder, &files[i]); err != nil {
			return nil, err
		}
	}
	return func(_ context.Context, sum string) (string, error) {
		path := filepath.Join(folder, sum)
		_, err := os.Stat(path)
		return path, err
	}, nil
}

func storeFile(folder string, f *farm.File) error {
	content, err := f.Open()
	if err != nil {
		return fmt.Errorf("file %s: %w", f.Name, err)
	}
	defer content.Close()
	data, err := io.ReadAll(content)
	if err != nil {
		return fmt.Errorf("file %s: %w", f.Name, err)
	}
	if sum := digest.Bytes(data); sum != f.SHA256 || int64(len(data)) != f.Size {
		return fmt.Errorf("file %s: %d bytes of SHA-256 %s, the description says %d of %s", f.Name, len(data), sum, f.Size, f.SHA256)
	}
	return os.WriteFile(filepath.Join(folder, f.SHA256), data, 0o666)
}

// testOpen opens descriptions that must be refused.
func (w *Work) testOpen(ctx context.Context, d *farm.Description) error {
	lost := errors.New("lost")
	none := func(context.Context, string) (string, error) { return "", lost }
	if _, err := w.Kind.Open(ctx, d.Spec, none); len(d.Files) > 0 && !errors.Is(err, lost) {
		return fmt.Errorf("without its files the description is opened with the error %v", err)
	}
	for _, spec := range []string{"", "{", "[]", string(d.Spec) + "{}", `{"no_such_setting":1,` + string(d.Spec[1:])} {
		if _, err := w.Kind.Open(ctx, json.RawMessage(spec), none); err == nil || errors.Is(err, lost) {
			return fmt.Errorf("the Spec %.80q is read, want an error", spec)
		}
	}
	return nil
}
