package jetstream

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"gammonlab/farm"
	"gammonlab/internal/digest"
)

// hashSpec describes a job that hashes its items, with 8 bytes of the result
// for each.
type hashSpec struct {
	Salt  string
	Took  time.Duration // for an item
	File  string        // whose first byte is hashed, too, if not empty
	Extra int           // further bytes of each result
}

// hashDoer hashes items. spoil, if not nil, is the fault of its machine.
type hashDoer struct {
	spec  hashSpec
	only  bool // it is only for cloning
	first byte
	spoil func(s farm.Shard, result []byte) ([]byte, error)
	done  *atomic.Int64 // items
}

func (d *hashDoer) Clone() (farm.Doer, error) {
	c := *d
	c.only = false
	return &c, nil
}

func (d *hashDoer) Do(ctx context.Context, s farm.Shard, dst []byte) ([]byte, error) {
	if d.only {
		return nil, errors.New("a Doer that is to be cloned does a shard")
	}
	if len(s.Payload) > 0 && string(s.Payload) != fmt.Sprint(s.First) {
		return nil, fmt.Errorf("the payload of shard %d is %q", s.First, s.Payload)
	}
	for i := s.First; i < s.First+s.Items; i++ {
		h := sha256.Sum256(fmt.Appendf(nil, "%s %d %d", d.spec.Salt, d.first, i))
		dst = append(dst, h[:8]...)
	}
	dst = append(dst, make([]byte, d.spec.Extra)...)
	if d.spec.Took > 0 {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(d.spec.Took * time.Duration(s.Items)):
		}
	}
	if d.done != nil {
		d.done.Add(int64(s.Items))
	}
	if d.spoil != nil {
		return d.spoil(s, dst)
	}
	return dst, nil
}

// hashKind returns the kind of a machine.
func hashKind(spoil func(s farm.Shard, result []byte) ([]byte, error), done *atomic.Int64) farm.Kind {
	return farm.Kind{Name: "hash/1", Open: func(ctx context.Context, spec json.RawMessage, files farm.Files) (farm.Doer, error) {
		d := &hashDoer{only: true, spoil: spoil, done: done}
		if err := json.Unmarshal(spec, &d.spec); err != nil {
			return nil, err
		}
		return d, d.open(ctx, files)
	}}
}

func (d *hashDoer) open(ctx context.Context, files farm.Files) error {
	if d.spec.File == "" {
		return nil
	}
	path, err := files(ctx, d.spec.File)
	if err != nil {
		return err
	}
	d.first, err = firstByte(path)
	return err
}

// hashJob returns the job, done here by a Doer that spoil spoils.
func hashJob(spec hashSpec, spoil func(s farm.Shard, result []byte) ([]byte, error)) *farm.Job {
	return &farm.Job{
		Doer: &hashDoer{spec: spec, spoil: spoil},
		Check: func(s farm.Shard, result []byte) error {
			if len(result) != 8*int(s.Items)+spec.Extra {
				return fmt.Errorf("%d bytes for %d items", len(result), s.Items)
			}
			return nil
		},
		Describe: func() (*farm.Description, error) {
			text, err := json.Marshal(spec)
			return &farm.Description{Kind: "hash/1", Spec: text, Class: "simd"}, err
		},
	}
}

// numbers is a source of the items from first on.
func numbers(first, items uint64) farm.Source {
	return func(about int) (farm.Shard, error) {
		n := min(uint64(about), items-first)
		if n == 0 {
			return farm.Shard{}, io.EOF
		}
		s := farm.Shard{First: first, Items: n, Payload: fmt.Append(nil, first)}
		first += n
		return s, nil
	}
}

// numbersUntil is a source of at least this many items, which ends after the
// event. So a job of a busy machine does not end before the event of its test.
func numbersUntil(least uint64, event func() bool) farm.Source {
	source, next := numbers(0, 1<<40), uint64(0)
	return func(about int) (farm.Shard, error) {
		if next >= least && event() {
			return farm.Shard{}, io.EOF
		}
		s, err := source(about)
		next = s.First + s.Items
		return s, err
	}
}

// book is a journal in memory. It records what was taken, and how much of it is
// durable.
type book struct {
	t       testing.TB
	data    []byte
	next    uint64
	durable uint64
	onTake  func(next uint64) error
}

func (b *book) take(s farm.Shard, result []byte) error {
	if s.First != b.next {
		b.t.Errorf("took items from %d on where %d comes next", s.First, b.next)
	}
	b.next += s.Items
	b.data = append(b.data, result...)
	if b.onTake != nil {
		return b.onTake(b.next)
	}
	return nil
}

func (b *book) sync() error { b.durable = b.next; return nil }

// want fails the test unless all items of the job were taken, with the right
// bytes.
func (b *book) want(spec hashSpec, items uint64) {
	b.t.Helper()
	if b.next != items || b.durable != items {
		b.t.Fatalf("%d of %d items were taken, %d are durable", b.next, items, b.durable)
	}
	d := &hashDoer{spec: hashSpec{Salt: spec.Salt}}
	right, err := d.Do(context.Background(), farm.Shard{Items: items}, nil)
	if err != nil || string(right) != string(b.data) {
		b.t.Fatalf("the results are wrong, %v", err)
	}
}

// The faults of machines.
var errFault = errors.New("this machine fails")

func failing(farm.Shard, []byte) ([]byte, error)   { return nil, errFault }
func panicking(farm.Shard, []byte) ([]byte, error) { panic("this machine panics") }

// flipping returns a fault that flips a bit of each result from the item on.
func flipping(from uint64) func(farm.Shard, []byte) ([]byte, error) {
	return func(s farm.Shard, result []byte) ([]byte, error) {
		if s.First >= from {
			result[len(result)/2] ^= 4
		}
		return result, nil
	}
}

// sometimes returns a fault that flips a bit of one result in n.
func sometimes(n uint64) func(farm.Shard, []byte) ([]byte, error) {
	return func(s farm.Shard, result []byte) ([]byte, error) {
		sum := sha256.Sum256(binary.LittleEndian.AppendUint64(nil, s.First))
		if binary.LittleEndian.Uint64(sum[:])%n == 0 {
			result[0] ^= 1
		}
		return result, nil
	}
}

// jobWithFile returns a job with a file.
func jobWithFile(salt string, content []byte) *farm.Job {
	sum := digest.Bytes(content)
	job := hashJob(hashSpec{Salt: salt, File: sum, Took: time.Millisecond}, nil)
	job.Doer.(*hashDoer).first = content[0]
	describe := job.Describe
	job.Describe = func() (*farm.Description, error) {
		d, err := describe()
		d.Files = []farm.File{{SHA256: sum, Name: "model", Size: int64(len(content)), Open: func() (io.ReadCloser, error) {
			return io.NopCloser(bytes.NewReader(content)), nil
		}}}
		return d, err
	}
	return job
}

func firstByte(path string) (byte, error) {
	data, err := os.ReadFile(path)
	if err != nil || len(data) == 0 {
		return 0, err
	}
	return data[0], nil
}
