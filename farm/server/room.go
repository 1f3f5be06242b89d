package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gammonlab/farm/wire"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// The server divides its store equally among the submitters, and the part of each among the
// submitter's streams, see [wire.Parts]. It sets the limits of the streams, so the NATS server
// itself refuses what does not fit. The limits change when a submitter comes or goes, and
// when the disk has less space than the store may use.

// owned is a submitter's stream and its size.
type owned struct {
	jetstream.StreamConfig
	account string
	part    int64 // its part of wire.AllParts
	used    int64 // bytes
	limit   int64 // present limit in bytes, 0 if the stream does not exist yet
}

// place is where the server has a stream.
type place struct{ account, stream string }

// steps is the number of steps in which the room changes, so a small change of the disk
// changes no limits.
const steps = 64

// setLimits creates the missing streams, removes those of owners who are gone, and sets the
// limits of all.
func (s *Server) setLimits(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, setupTimeout)
	defer cancel()
	there, err := s.streams()
	if err != nil {
		return err
	}
	who := s.present()
	for _, account := range who.farms() {
		for _, c := range wire.SharedStreams() {
			if _, ok := there[place{account, c.Name}]; !ok {
				if err := s.makeStream(ctx, account, c); err != nil {
					return err
				}
			}
		}
	}
	if err := s.removeStreams(ctx, who, there); err != nil {
		return err
	}
	var all []owned
	used := int64(0)
	for _, at := range owners(who, there) {
		for i, c := range wire.StreamsOf(at.stream, 0) {
			o := owned{StreamConfig: c, account: at.account, part: wire.Parts[i]}
			if old, ok := there[place{at.account, c.Name}]; ok {
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
			if err := s.makeStream(ctx, o.account, o.StreamConfig); err != nil {
				return err
			}
		}
	}
	return nil
}

// makeStream creates or updates a stream of the account.
func (s *Server) makeStream(ctx context.Context, account string, config jetstream.StreamConfig) error {
	c, err := s.in(account)
	if err == nil {
		_, err = c.JetStream().CreateOrUpdateStream(ctx, config)
	}
	if err != nil && !errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) && !errors.Is(err, errEnded) { // created meanwhile; the key is revoked
		return fmt.Errorf("store %s: stream %s: %w", s.options.Store, config.Name, err)
	}
	return nil
}

// owners returns the accounts and names of the submitters whose streams the server has or will
// have: those with keys, and of clients who choose their names those who have streams.
func owners(who *accounts, there map[place]server.StreamDetail) []place {
	var all []place
	for _, k := range who.owners() {
		if k.Role == RoleSubmitter || there[place{of(k), wire.StreamOf(wire.StreamJobs, k.Public)}].Name != "" { // few admins submit jobs
			all = append(all, place{of(k), k.Public})
		}
	}
	for at := range there {
		if owner, ok := strings.CutPrefix(at.stream, wire.StreamOf(wire.StreamJobs, "")); ok && slices.Contains(who.anonymous(), at.account) {
			all = append(all, place{at.account, owner})
		}
	}
	slices.SortFunc(all, comparePlaces)
	return all
}

func comparePlaces(a, b place) int {
	return cmp.Or(strings.Compare(a.stream, b.stream), strings.Compare(a.account, b.account))
}

// removeStreams removes from there and from the store the streams of submitters without keys
// who have sent nothing for a long time, and of former versions.
func (s *Server) removeStreams(ctx context.Context, who *accounts, there map[place]server.StreamDetail) error {
	last := map[place]time.Time{} // by owner
	for at, stream := range there {
		_, owner, _ := strings.Cut(at.stream, "-")
		o := place{at.account, owner}
		for _, t := range []time.Time{stream.State.LastTime, stream.Created} {
			if t.After(last[o]) {
				last[o] = t
			}
		}
	}
	for at := range there {
		kind, owner, ok := strings.Cut(at.stream, "-")
		switch {
		case !slices.Contains([]string{wire.StreamWork, wire.StreamResults, wire.StreamJobs, wire.StreamFiles}, kind):
			continue // shared, or of another program
		case ok && who.owns(at.account, owner):
			continue
		case ok && slices.Contains(who.anonymous(), at.account) && time.Since(last[place{at.account, owner}]) < wire.JobAge:
			continue
		}
		c, err := s.in(at.account)
		if err == nil {
			err = c.JetStream().DeleteStream(ctx, at.stream)
		}
		if err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
			return fmt.Errorf("store %s: stream %s: %w", s.options.Store, at.stream, err)
		}
		delete(there, at)
	}
	return nil
}

// removeAll removes all streams of an account whose key is revoked. What it cannot remove,
// removeFolders removes from the disk when the account has ended.
func (s *Server) removeAll(ctx context.Context, account string) {
	ctx, cancel := context.WithTimeout(ctx, setupTimeout)
	defer cancel()
	c, err := s.in(account)
	if err != nil {
		return
	}
	for name := range c.JetStream().StreamNames(ctx).Name() {
		_ = c.JetStream().DeleteStream(ctx, name)
	}
}

// forget removes what a revoked key stored with others: its results, and its state.
func (s *Server) forget(ctx context.Context, k Key) {
	ctx, cancel := context.WithTimeout(ctx, setupTimeout)
	defer cancel()
	who := s.present()
	subjects := map[string]string{wire.OwnerSubject(k.Public): who.home(), wire.WorkerSubject(k.Public, ">"): who.home()} // to accounts
	for _, owner := range who.owners() {
		subjects[wire.ResultOf(owner.Public, k.Public)] = of(owner)
	}
	for subject, account := range subjects {
		c, err := s.in(account)
		if err == nil {
			err = c.Purge(ctx, subject)
		}
		if err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
			s.options.Log.Warn("what a revoked key stored cannot be removed", "key", k.Name, "subject", subject, "error", err)
		}
	}
}

// removeFolders removes from the disk the streams of accounts that the server does not have:
// of revoked keys, and of former versions.
func (s *Server) removeFolders(who *accounts) error {
	folder := filepath.Join(s.options.Store, "jetstream")
	there, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("store: %w", err)
	}
	for _, entry := range there {
		name := entry.Name()
		if name == "_js_" || name == "$SYS" || name == "$G" && !who.asked || who.has(name) {
			continue
		}
		if err := os.RemoveAll(filepath.Join(folder, name)); err != nil {
			return fmt.Errorf("store: %w", err)
		}
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

// onNewStreams signals the channel when a client of the account has created a stream.
func (s *Server) onNewStreams(c *wire.Client) error {
	_, err := c.Conn().Subscribe("$JS.EVENT.ADVISORY.STREAM.CREATED.*", func(*nats.Msg) {
		select {
		case s.created <- struct{}{}:
		default:
		}
	})
	return err
}

// sizeOf returns the total size of the files below a folder, in bytes.
func sizeOf(folder string) int64 {
	var sum int64
	// A file that another process removes meanwhile has no size.
	_ = filepath.WalkDir(folder, func(_ string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			if info, err := entry.Info(); err == nil {
				sum += info.Size()
			}
		}
		return nil
	})
	return sum
}
