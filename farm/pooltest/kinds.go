package pooltest

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

// Spec describes a job that hashes its items, with 8 bytes of the result
// for each.
type Spec struct {
	Salt  string
	Took  time.Duration // for an item
	File  string        // whose first byte is hashed, too, if not empty
	Extra int           // further bytes of each result
}

// hashDoer hashes items. spoil, if not nil, is the fault of its machine.
type hashDoer struct {
	spec  Spec
	only  bool // it is only for cloning
	first byte
	spoil func(s farm.Shard, result []byte) ([]byte, error)
	done  *atomic.Int64 // items
}

// Clone implements [farm.Doer].
func (d *hashDoer) Clone() (farm.Doer, error) {
	c := *d
	c.only = false
	return &c, nil
}

// Do implements [farm.Doer].
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

// Kind returns the kind of jobs of hashes as a machine computes them. spoil, if not nil, is the
// fault of the machine; done, if not nil, counts its items.
func Kind(spoil func(s farm.Shard, result []byte) ([]byte, error), done *atomic.Int64) farm.Kind {
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

// Job returns a job of hashes. spoil, if not nil, is the fault of this process.
func Job(spec Spec, spoil func(s farm.Shard, result []byte) ([]byte, error)) *farm.Job {
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

// Numbers is a source of the items from first on.
func Numbers(first, items uint64) farm.Source {
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

// NumbersUntil is a source of at least this many items, which ends after the
// event. So a job of a busy machine does not end before the event of its test.
func NumbersUntil(least uint64, event func() bool) farm.Source {
	source, next := Numbers(0, 1<<40), uint64(0)
	return func(about int) (farm.Shard, error) {
		if next >= least && event() {
			return farm.Shard{}, io.EOF
		}
		s, err := source(about)
		next = s.First + s.Items
		return s, err
	}
}

// Book is a journal in memory. It records what was taken, and how much of it is
// durable.
type Book struct {
	T       testing.TB
	Data    []byte                  // the results that were taken
	Next    uint64                  // the item after them
	Durable uint64                  // Next at the last call of Sync
	OnTake  func(next uint64) error // if not nil, is called after each result with Next
}

// Take takes the next result, as take of [farm.Pool].
func (b *Book) Take(s farm.Shard, result []byte) error {
	if s.First != b.Next {
		b.T.Errorf("took items from %d on where %d comes next", s.First, b.Next)
	}
	b.Next += s.Items
	b.Data = append(b.Data, result...)
	if b.OnTake != nil {
		return b.OnTake(b.Next)
	}
	return nil
}

// Sync notes that all taken results are durable, as durable of [farm.Pool].
func (b *Book) Sync() error { b.Durable = b.Next; return nil }

// Want fails the test unless all items of the job were taken, with the right
// bytes.
func (b *Book) Want(spec Spec, items uint64) {
	b.T.Helper()
	if b.Next != items || b.Durable != items {
		b.T.Fatalf("%d of %d items were taken, %d are durable", b.Next, items, b.Durable)
	}
	d := &hashDoer{spec: Spec{Salt: spec.Salt}}
	right, err := d.Do(context.Background(), farm.Shard{Items: items}, nil)
	if err != nil || string(right) != string(b.Data) {
		b.T.Fatalf("the results are wrong, %v", err)
	}
}

// errFault is the error of a machine that fails.
var errFault = errors.New("this machine fails")

// Failing is the fault of a machine that returns an error for each shard.
func Failing(farm.Shard, []byte) ([]byte, error) { return nil, errFault }

// Panicking is the fault of a machine that panics at each shard.
func Panicking(farm.Shard, []byte) ([]byte, error) { panic("this machine panics") }

// Flipping returns a fault that flips a bit of each result from the item on.
func Flipping(from uint64) func(farm.Shard, []byte) ([]byte, error) {
	return func(s farm.Shard, result []byte) ([]byte, error) {
		if s.First >= from {
			result[len(result)/2] ^= 4
		}
		return result, nil
	}
}

// Sometimes returns a fault that flips a bit of one result in n.
func Sometimes(n uint64) func(farm.Shard, []byte) ([]byte, error) {
	return func(s farm.Shard, result []byte) ([]byte, error) {
		sum := sha256.Sum256(binary.LittleEndian.AppendUint64(nil, s.First))
		if binary.LittleEndian.Uint64(sum[:])%n == 0 {
			result[0] ^= 1
		}
		return result, nil
	}
}

// JobWithFile returns a job with a file.
func JobWithFile(salt string, content []byte) *farm.Job {
	sum := digest.Bytes(content)
	job := Job(Spec{Salt: salt, File: sum, Took: time.Millisecond}, nil)
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
