package wire

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// StreamsOf returns the configurations of the owner's streams. maxBytes limits the bytes
// that the server stores for the owner, see [Parts]; 0 for no limit. If a full stream
// refuses a message, the client tries again later.
func StreamsOf(owner string, maxBytes int64) []jetstream.StreamConfig {
	queue := func(kind, subject string) jetstream.StreamConfig {
		return jetstream.StreamConfig{Name: StreamOf(kind, owner), Subjects: []string{subject}, Retention: jetstream.WorkQueuePolicy,
			Storage: jetstream.FileStorage, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, MaxMsgsPerSubject: 1, MaxAge: JobAge}
	}
	table := func(kind string, tokens ...string) jetstream.StreamConfig {
		c := tableOf(StreamOf(kind, owner), JobAge)
		for _, token := range tokens {
			c.Subjects = append(c.Subjects, token+"."+owner+".*")
		}
		c.Discard = jetstream.DiscardNew
		return c
	}
	files := table(StreamFiles)
	files.Subjects = []string{TokenFile + "." + owner + ".*.*"}
	all := []jetstream.StreamConfig{
		queue(StreamWork, TokenWork+"."+owner+".*.*.*"),
		queue(StreamResults, TokenResult+"."+owner+".*.*.*"),
		table(StreamJobs, TokenJob, TokenCanary, TokenProgress, TokenPause),
		files,
	}
	for i := range all {
		all[i].MaxBytes = bound(maxBytes * Parts[i] / AllParts)
	}
	return all
}

// Parts are the parts of an owner's bytes that the streams of [StreamsOf] get.
var Parts = [...]int64{2, 3, 1, 2}

// AllParts is the sum of Parts.
const AllParts = 8

// SharedStreams returns the configurations of the streams that all clients share. That of the
// workers is in memory.
func SharedStreams() []jetstream.StreamConfig {
	workers, owners := tableOf(StreamWorkers, WorkerAge), tableOf(StreamOwners, JobAge)
	workers.Subjects, workers.Storage, workers.MaxBytes, workers.MaxMsgSize = []string{TokenWorker + ".*.*"}, jetstream.MemoryStorage, MaxMemory/2, maxState
	owners.Subjects, owners.MaxBytes, owners.MaxMsgSize = []string{TokenOwner + ".*"}, maxOwners, maxState
	return []jetstream.StreamConfig{workers, owners}
}

// Limits of the shared streams, in bytes.
const (
	MaxMemory = 64 << 20 // of a server, for the states of workers
	maxState  = 64 << 10 // of a worker's state and of a submitter's entry
	maxOwners = 1 << 20
)

// tableOf returns the configuration of a stream that keeps the last message of each subject.
func tableOf(name string, maxAge time.Duration) jetstream.StreamConfig {
	return jetstream.StreamConfig{Name: name, Storage: jetstream.FileStorage, MaxMsgsPerSubject: 1, MaxBytes: -1, MaxAge: maxAge, AllowDirect: true}
}

func bound(maxBytes int64) int64 {
	if maxBytes <= 0 {
		return -1
	}
	return maxBytes
}

// MakeStreams creates the missing streams of the client, and announces that it has jobs.
// Clients without keys create the shared streams as well.
func (c *Client) MakeStreams(ctx context.Context) error {
	for _, config := range StreamsOf(c.key, 0) {
		if err := c.makeStream(ctx, config); err != nil {
			return err
		}
	}
	if c.pair == nil {
		if err := c.makeShared(ctx); err != nil {
			return err
		}
	}
	return away(c.Write(ctx, OwnerSubject(c.key), time.Now().UTC()))
}

// makeShared creates the missing streams that all clients share.
func (c *Client) makeShared(ctx context.Context) error {
	for _, config := range SharedStreams() {
		if err := c.makeStream(ctx, config); err != nil {
			return err
		}
	}
	return nil
}

// makeStream creates the stream if it is missing.
func (c *Client) makeStream(ctx context.Context, config jetstream.StreamConfig) error {
	config.Replicas = c.replicas()
	ctx, cancel := context.WithTimeout(ctx, CallTimeout)
	defer cancel()
	if _, err := c.js.Stream(ctx, config.Name); err == nil {
		return nil
	} else if !errors.Is(err, jetstream.ErrStreamNotFound) {
		return c.Explain(err, "$JS.API.STREAM.INFO."+config.Name)
	}
	_, err := c.js.CreateStream(ctx, config)
	if err != nil && !errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
		return c.Explain(err, "$JS.API.STREAM.CREATE."+config.Name)
	}
	return nil
}

// replicas returns the number of servers that keep the same messages: three of a cluster, so
// a job continues when one of them ends.
func (c *Client) replicas() int {
	if c.conn.ConnectedClusterName() != "" && len(c.conn.Servers()) >= 3 {
		return 3
	}
	return 1
}
