package server

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"gammonlab/farm/pooltest"
	"gammonlab/farm/wire"
	"gammonlab/internal/must"
)

// fill publishes messages of 1 MiB on different subjects until one is refused, and returns
// how many the server took and the error.
func fill(t testing.TB, js jetstream.JetStream, subject func(i int) string) (taken int, err error) {
	t.Helper()
	for ; err == nil && taken < testStore>>20; taken++ {
		_, err = js.Publish(t.Context(), subject(taken), make([]byte, 1<<20-1024))
	}
	return taken - 1, err
}

// subjectsOf returns for each of an owner's streams a function that returns subjects of it.
func subjectsOf(owner string) []func(i int) string {
	job := func(i int) wire.Address { return wire.Address{Owner: owner, ID: fmt.Sprint(i)} }
	return []func(i int) string{
		func(i int) string { return job(0).Shard(fmt.Sprint(i), 0) },
		func(i int) string { return job(0).Result(fmt.Sprint(i), "worker") },
		func(i int) string { return job(i).Subject(wire.TokenJob) },
		func(i int) string { return wire.PieceSubject(owner, "ff", int64(i)) },
	}
}

// A submitter who fills all streams gets half of what two submitters may store, and leaves
// room for the other.
func TestQuota(t *testing.T) {
	t.Parallel()
	k := keyed{dir: t.TempDir()}
	o := serverAt(filepath.Join(k.dir, "store"))
	o.MaxStore = MinMaxStore
	k.add(t, o.Store, "submitter-greedy")
	k.add(t, o.Store, "submitter-other")
	k.Server = serve(t, o)
	for _, who := range []string{"submitter-greedy", "submitter-other"} {
		js := streamsOf(t, k.Server, k.public(t, who))
		for i, subject := range subjectsOf(k.public(t, who)) {
			// Two steps of the limits and two messages may be missing.
			taken, err := fill(t, js, subject)
			must.Fail(t, err, "maximum bytes exceeded")
			share := int(MinMaxStore / 2 / 2 * wire.Parts[i] / wire.AllParts >> 20)
			if taken > share || taken < share*3/4-1 {
				t.Errorf("%s: the server took %d MiB for %s, the share is %d MiB", who, taken, subject(0), share)
			}
		}
	}
	if err := k.fault(); err != nil {
		t.Error(err)
	}
}

// The files of the store are not larger than the store may be, also if messages are removed
// in any order, which leaves gaps in the files.
func TestGaps(t *testing.T) {
	t.Parallel()
	k := keyed{dir: t.TempDir()}
	o := serverAt(filepath.Join(k.dir, "store"))
	o.MaxStore = MinMaxStore
	k.add(t, o.Store, "submitter-1")
	k.Server = serve(t, o)
	me := k.public(t, "submitter-1")
	js := streamsOf(t, k.Server, me)
	g := rand.New(rand.NewPCG(1, 2))
	most, n := int64(0), 0
	for range 6 {
		for i, subject := range subjectsOf(me) {
			for err := error(nil); err == nil; n++ {
				_, err = js.Publish(t.Context(), subject(n), make([]byte, 1<<16))
			}
			stream := must.Get(js.Stream(t.Context(), wire.StreamsOf(me, 0)[i].Name))(t)
			for number := stream.CachedInfo().State.FirstSeq; number <= stream.CachedInfo().State.LastSeq; number++ {
				if g.IntN(2) == 0 {
					_ = stream.DeleteMsg(t.Context(), number) // it may be removed already
				}
			}
			most = max(most, sizeOf(o.Store))
		}
	}
	if most > MinMaxStore {
		t.Errorf("the store had %d bytes on the disk after %d messages, more than %d", most, n, MinMaxStore)
	}
}

// A new submitter gets a part of the store, and what a revoked key stored is removed.
func TestQuotaOfNewKeys(t *testing.T) {
	t.Parallel()
	k := serveKeyed(t, "submitter-1")
	limit := func(name string) int64 {
		stream, ok := must.Get(k.streams())(t)[place{k.public(t, name), wire.StreamOf(wire.StreamFiles, k.public(t, name))}]
		if !ok {
			return 0
		}
		return stream.Config.MaxBytes
	}
	whole := limit("submitter-1")
	k.add(t, k.options.Store, "submitter-2")
	pooltest.Wait(t, "a smaller limit", func() bool { return limit("submitter-1") <= whole/2 })
	pooltest.Wait(t, "streams of the new key", func() bool { return limit("submitter-2") > 0 })
	must.Get(k.keys.Revoke("submitter-1"))(t)
	pooltest.Wait(t, "the end of the streams of the revoked key", func() bool { return limit("submitter-1") == 0 })
}

func TestDivide(t *testing.T) {
	t.Parallel()
	all := []owned{{part: 2, used: 0}, {part: 1, used: 60}, {part: 1, used: 10}}
	if got := fmt.Sprint(divide(80, all)); got != "[10 60 10]" {
		t.Errorf("got %s", got)
	}
	if got := fmt.Sprint(divide(0, all)); got != "[1 60 10]" {
		t.Errorf("got %s", got)
	}
	if got := fmt.Sprint(divide(400, all)); got != "[200 100 100]" {
		t.Errorf("got %s", got)
	}
}

// While other programs fill the disk, the server refuses messages and works on; with space it
// accepts them again.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	k := keyed{dir: t.TempDir()}
	o := serverAt(filepath.Join(k.dir, "store"))
	k.add(t, o.Store, "submitter-1")
	var others atomic.Int64
	const disk = 200 << 20
	o.free = func(folder string) (int64, bool) { return max(disk-others.Load()-sizeOf(folder), 0), true }
	k.Server = serve(t, o)
	js := streamsOf(t, k.Server, k.public(t, "submitter-1"))
	subject := subjectsOf(k.public(t, "submitter-1"))[0]
	n := 0
	publish := func() error {
		n++ // a message without an answer may be stored
		ctx, cancel := context.WithTimeout(t.Context(), wire.CallTimeout)
		defer cancel()
		_, err := js.Publish(ctx, subject(n), make([]byte, 1<<19))
		return err
	}
	pooltest.Wait(t, "a message", func() bool { return publish() == nil })
	others.Store(disk)
	pooltest.Wait(t, "a limit that is used up", func() bool {
		s, err := js.Stream(t.Context(), wire.StreamWith(subject(0)))
		return err == nil && s.CachedInfo().Config.MaxBytes <= int64(s.CachedInfo().State.Bytes)
	})
	must.Fail(t, publish(), "maximum bytes exceeded")
	if err := k.fault(); err != nil {
		t.Error(err)
	}
	others.Store(0)
	pooltest.Wait(t, "room", func() bool { return publish() == nil })
}

// After the store could not be written, the server says so and starts again as soon as it can.
func TestServeBadDisk(t *testing.T) {
	t.Parallel()
	k := keyed{dir: t.TempDir()}
	o := serverAt(filepath.Join(k.dir, "store"))
	o.HTTP = "127.0.0.1:0"
	k.add(t, o.Store, "submitter-1")
	k.Server = serve(t, o)
	url := k.URL()
	me := k.public(t, "submitter-1")
	streams := filepath.Join(o.Store, "jetstream", me, "streams", wire.StreamOf(wire.StreamWork, me), "msgs")
	must.OK(t, os.RemoveAll(streams))
	must.OK(t, os.WriteFile(streams, nil, 0o666)) // where the next block of messages has to be
	js := streamsOf(t, k.Server, me)
	refused := make(chan error, 1)
	go func() {
		_, err := fill(t, js, subjectsOf(me)[0])
		refused <- err
	}()
	pooltest.Wait(t, "health", func() bool {
		status, text := k.get(t, "healthz")
		return status == http.StatusServiceUnavailable && strings.Contains(text, "write error")
	})
	if err := <-refused; err == nil {
		t.Error("the store took shards that it could not write")
	}
	pooltest.Wait(t, "the removal of the stream, which the server may create meanwhile", func() bool { return os.RemoveAll(filepath.Dir(streams)) == nil })
	client := must.Get(wire.Dial(t.Context(), wire.Options{URL: url, Key: k.seed("submitter-1"), Wait: true}))(t) // the address is the same
	t.Cleanup(client.Close)
	pooltest.Wait(t, "a job on the server", func() bool {
		return client.Write(t.Context(), wire.Address{Owner: me, ID: "job"}.Subject(wire.TokenJob), 1) == nil
	})
	pooltest.Wait(t, "health", func() bool {
		status, _ := k.get(t, "healthz")
		return status == http.StatusOK
	})
}
