package farmtest

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"gammonlab/farm"
	"gammonlab/internal/digest"
	"gammonlab/internal/strictjson"
)

// adder adds the number in a file to the numbers of a payload. Each of its
// faults must be found by Kind.
type adder struct {
	number uint64
	faults faults
}

type faults struct{ uneven, loose, blind, forgetful, lenient, restless bool }

func (a adder) Clone() (farm.Doer, error) { return a, nil }

func (a adder) Do(_ context.Context, s farm.Shard, dst []byte) ([]byte, error) {
	if len(s.Payload) != 8*int(s.Items) && !a.faults.lenient {
		return nil, errors.New("the payload has another length")
	}
	for i := range len(s.Payload) / 8 {
		n := a.number + binary.LittleEndian.Uint64(s.Payload[8*i:])
		if a.faults.uneven && s.Items > 1 {
			n++
		}
		dst = append(binary.LittleEndian.AppendUint64(dst, n), byte(n))
	}
	return dst, nil
}

func work(f faults) Work {
	const number = "7"
	spec := fmt.Sprintf(`{"number":%q}`, digest.Bytes([]byte(number)))
	return Work{
		Job: &farm.Job{Doer: adder{7, f}, Check: f.check, Items: func() uint64 { return 600 }, Describe: func() (*farm.Description, error) {
			d := &farm.Description{Kind: "add/1", Spec: json.RawMessage(spec), Files: []farm.File{{
				SHA256: digest.Bytes([]byte(number)), Name: "number", Size: 1,
				Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(number)), nil },
			}}}
			if f.restless {
				d.Data = rand.Text()
			}
			return d, nil
		}},
		Kind: farm.Kind{Name: "add/1", Open: f.open},
		Source: func() farm.Source {
			next := uint64(0)
			return func(items int) (farm.Shard, error) {
				s := farm.Shard{First: next, Items: min(uint64(items), 600-next)}
				for ; next < s.First+s.Items; next++ {
					s.Payload = binary.LittleEndian.AppendUint64(s.Payload, next)
				}
				if s.Items == 0 {
					return s, io.EOF
				}
				return s, nil
			}
		},
	}
}

func (f faults) check(s farm.Shard, result []byte) error {
	switch {
	case f.blind && len(result) > 0:
		return nil
	case len(result) != 9*int(s.Items):
		return errors.New("another length")
	}
	for ; len(result) > 0; result = result[9:] {
		if result[0] != result[8] {
			return errors.New("another last byte")
		}
	}
	return nil
}

func (f faults) open(ctx context.Context, spec json.RawMessage, files farm.Files) (farm.Doer, error) {
	var s struct {
		Number string `json:"number"`
	}
	read := strictjson.Unmarshal
	if f.loose {
		read = json.Unmarshal
	}
	if err := read(spec, &s); err != nil {
		return nil, err
	}
	path, err := files(ctx, s.Number)
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(path)
	if err != nil || f.forgetful {
		return adder{faults: f}, err
	}
	return adder{uint64(text[0] - '0'), f}, nil
}

func TestKind(t *testing.T) {
	w := work(faults{})
	w.Join = func(dst []byte, _ farm.Shard, result []byte) ([]byte, error) { return append(dst, result...), nil }
	Kind(t, w)
	w.Join = nil
	Kind(t, w)
}

func TestFaults(t *testing.T) {
	for _, c := range []struct {
		faults faults
		want   string
	}{
		{faults{uneven: true}, "other results than before"},
		{faults{loose: true}, "no_such_setting"},
		{faults{blind: true}, "Check accepts"},
		{faults{forgetful: true}, "the Doer of the description, shards of 1 items"},
		{faults{lenient: true}, "the Doer accepts 0 bytes of a payload of 288"},
		{faults{restless: true}, "the job described again has another digest"},
	} {
		w := work(c.faults)
		w.Join = func(dst []byte, _ farm.Shard, result []byte) ([]byte, error) { return append(dst, result...), nil }
		if err := w.test(t.Context(), t.TempDir()); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.faults, err, c.want)
		}
	}
}

// A job of other data must have another description.
func TestOther(t *testing.T) {
	w := work(faults{})
	w.Other = w.Job
	if err := w.test(t.Context(), t.TempDir()); err == nil || !strings.Contains(err.Error(), "a job of other data has the same digest") {
		t.Error(err)
	}
	w.Other = work(faults{restless: true}).Job
	Kind(t, w)
}

// TestPool compares the results of the pool with those of the job's own Doer,
// in order.
func TestPool(t *testing.T) {
	w := work(faults{})
	var want, got []byte
	sink := func(dst *[]byte) func(farm.Shard, []byte) error {
		return func(_ farm.Shard, result []byte) error {
			*dst = append(*dst, result...)
			return nil
		}
	}
	if err := (farm.Local{}).Run(t.Context(), w.Job, w.Source(), sink(&want), nil); err != nil {
		t.Fatal(err)
	}
	kept := 0
	if err := NewPool(t, w.Kind).Run(t.Context(), w.Job, w.Source(), sink(&got), func() error { kept++; return nil }); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) || kept != 41 {
		t.Errorf("%d bytes, made durable %d times, want %d bytes and 41 times", len(got), kept, len(want))
	}
	for name, p := range map[string]*Pool{`no kind "add/1" is known`: NewPool(t), "Check accepts nothing": NewPool(t, w.Kind)} {
		job := *w.Job
		job.Check = func(farm.Shard, []byte) error { return errors.New("Check accepts nothing") }
		if err := p.Run(t.Context(), &job, w.Source(), sink(&got), nil); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("got %v, want %q", err, name)
		}
	}
	job := *w.Job
	for _, c := range []struct {
		items  uint64
		atMost bool
		want   string // error
	}{{600, true, ""}, {601, true, ""}, {599, true, "600 items were taken"}, {601, false, "601 announced"}} {
		job.Items, job.AtMost = func() uint64 { return c.items }, c.atMost
		err := NewPool(t, w.Kind).Run(t.Context(), &job, w.Source(), sink(&got), nil)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%d items, at most %v: got %v, want %q", c.items, c.atMost, err, c.want)
		}
	}
}
