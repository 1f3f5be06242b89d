package jetstream

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// The server divides its store equally among the submitters, and the part of each among the
// submitter's streams, see [parts]. It sets the limits of the streams, so the NATS server
// itself refuses what does not fit. The limits change when a submitter comes or goes, and
// when the disk has less space than the store may use.

// owned is a submitter's stream and its size.
type owned struct {
	jetstream.StreamConfig
	part  int64 // its part of allParts
	used  int64 // bytes
	limit int64 // present limit in bytes, 0 if the stream does not exist yet
}

// steps is the number of steps in which the room changes, so a small change of the disk
// changes no limits.
const steps = 64

// setLimits creates the missing streams of submitters, removes those of revoked keys, and
// sets the limits of all.
func (s *Server) setLimits(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, setupTimeout)
	defer cancel()
	there, err := s.streams()
	if err != nil {
		return err
	}
	if _, ok := there[StreamWorkers]; !ok {
		if _, err := s.client.js.CreateOrUpdateStream(ctx, workersStream()); err != nil && !errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) { // created meanwhile
			return fmt.Errorf("store %s: stream %s: %w", s.options.Store, StreamWorkers, err)
		}
	}
	if err := s.removeStreams(ctx, there); err != nil {
		return err
	}
	var all []owned
	used := int64(0)
	for _, owner := range s.owners(there) {
		for i, c := range StreamsOf(owner, 0) {
			o := owned{StreamConfig: c, part: parts[i]}
			if old, ok := there[c.Name]; ok {
				o.used, o.limit = int64(old.State.Bytes), old.Config.MaxBytes
			}
			used += o.used
			all = append(all, o)
		}
	}
	limits := divide(s.room(used), all)
	// Lower limits first, so the sum of the limits never exceeds the room.
	for _, lower := range []bool{true, false} {
		for i, o := range all {
			if o.limit == limits[i] || lower != (o.limit > limits[i] || o.limit == -1) {
				continue
			}
			o.MaxBytes = limits[i]
			if _, err := s.client.js.CreateOrUpdateStream(ctx, o.StreamConfig); err != nil && !errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) { // created meanwhile
				return fmt.Errorf("store %s: stream %s: %w", s.options.Store, o.Name, err)
			}
		}
	}
	return nil
}

// owners returns the submitters whose streams the server has or will have: those with keys,
// and on servers that do not require keys those who have streams.
func (s *Server) owners(there map[string]server.StreamDetail) []string {
	all := slices.Clone(s.submitters)
	for name := range there {
		if owner, ok := strings.CutPrefix(name, streamOf(StreamJobs, "")); ok {
			all = append(all, owner)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// removeStreams removes from there and from the store the streams of revoked keys, of
// submitters without keys who have sent nothing for a long time, and of former versions.
func (s *Server) removeStreams(ctx context.Context, there map[string]server.StreamDetail) error {
	last := map[string]time.Time{} // by owner
	for name, stream := range there {
		_, owner, _ := strings.Cut(name, "-")
		if at := stream.State.LastTime; at.After(last[owner]) {
			last[owner] = at
		}
		if stream.Created.After(last[owner]) {
			last[owner] = stream.Created
		}
	}
	for name := range there {
		kind, owner, ok := strings.Cut(name, "-")
		switch {
		case !slices.Contains([]string{StreamWork, StreamResults, StreamJobs, StreamFiles}, kind):
			continue // of the workers, or of another program
		case ok && (slices.Contains(s.mayOwn, owner) || slices.Contains(s.mayOwn, anyone) && time.Since(last[owner]) < JobAge):
			continue
		}
		if err := s.client.js.DeleteStream(ctx, name); err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
			return fmt.Errorf("store %s: stream %s: %w", s.options.Store, name, err)
		}
		delete(there, name)
	}
	return nil
}

// room returns the number of bytes that streams may have, when they have used bytes now:
// half of MaxStore, or less if the disk has less space. The other half is for the gaps that
// removed messages leave in the files of the store: the embedded server closes them when they
// are half a file. Larger gaps reduce the room as well.
func (s *Server) room(used int64) int64 {
	disk, most := s.space()
	if short := most < s.options.MaxStore; short != s.short {
		s.short = short
		if short {
			s.options.Log.Warn("the disk has less space than --max-store: submitters wait when it is used", "store", s.options.Store, "max_store", s.options.MaxStore, "space", most)
		} else {
			s.options.Log.Info("the disk has space for --max-store again", "store", s.options.Store)
		}
	}
	step := max(s.options.MaxStore/steps, 1)
	most = min(most, s.options.MaxStore)
	return max(min(most/2, most-max(disk-used, 0)), 0) / step * step
}

// space returns the size of the store on the disk, and the size that it may have because of
// the disk: a tenth of the space stays free, so the disk never is full.
func (s *Server) space() (disk, most int64) {
	disk = sizeOf(s.options.Store)
	free, ok := s.options.free(s.options.Store)
	if !ok {
		return disk, math.MaxInt64
	}
	return disk, (free + disk) / 10 * 9
}

// divide divides the room among the streams by their parts. A stream that already has more
// than its part keeps what it has, and the others get less.
func divide(room int64, all []owned) []int64 {
	limits, over := make([]int64, len(all)), make([]bool, len(all))
	for again := true; again; {
		rest, parts := room, int64(0)
		for i, o := range all {
			if over[i] {
				rest -= o.used
			} else {
				parts += o.part
			}
		}
		again = false
		for i, o := range all {
			if !over[i] {
				limits[i] = max(max(rest, 0)/parts*o.part, 1) // 0 would be no limit
			}
			if !over[i] && limits[i] < o.used {
				limits[i], over[i], again = o.used, true, true
			}
		}
	}
	return limits
}

// onNewStreams signals the channel when a client has created a stream.
func (s *Server) onNewStreams() error {
	_, err := s.conn.Subscribe("$JS.EVENT.ADVISORY.STREAM.CREATED.*", func(*nats.Msg) {
		select {
		case s.created <- struct{}{}:
		default:
		}
	})
	return err
}
