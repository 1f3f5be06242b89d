package jetstream

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"

	"gammonlab/internal/digest"
	"gammonlab/internal/farm"
)

// Protocol is the version of the messages between submitters and workers.
const Protocol = 1

// Job is a job as stored on the server.
type Job struct {
	Owner       string           `json:"owner"` // the submitter's key, or its name
	ID          string           `json:"id"`
	Description farm.Description `json:"description"`
	Protocol    int              `json:"protocol"`
	Toolkit     string           `json:"toolkit"`
	Revision    string           `json:"revision"`
	Canary      string           `json:"canary"`            // SHA-256 of the canary's result
	Items       int              `json:"items"`             // of a shard, approximately
	AckWait     time.Duration    `json:"ack_wait"`          // ns; after this time without a message from its worker, another worker gets a shard
	Quorum      int              `json:"quorum"`            // workers that compute each shard
	Refused     []string         `json:"refused"`           // keys of workers whose results are refused
	Session     string           `json:"session"`           // the process that submits
	Earlier     []string         `json:"earlier,omitempty"` // processes that ran the job before
	Host        string           `json:"host"`              // its machine
	Since       time.Time        `json:"since"`
}

func (j *Job) address() address { return address{Owner: j.Owner, ID: j.ID} }

// Canary is a shard that the submitter computed itself. A worker with another result for
// it computes no other shards of the job.
type Canary struct {
	Shard  farm.Shard `json:"shard"`
	Result string     `json:"result"` // SHA-256
}

// Progress is the progress of a running job, published by its submitter.
type Progress struct {
	Items       uint64    `json:"items"`             // taken by this process
	Of          uint64    `json:"of,omitempty"`      // items in all, approximately; 0 if unknown
	AtMost      bool      `json:"at_most,omitempty"` // it may end with fewer
	Shards      uint64    `json:"shards"`            // taken by this process
	InFlight    int       `json:"in_flight"`
	Rate        float64   `json:"items_per_second"`
	Cores       int       `json:"cores"` // of workers that fit
	Workers     int       `json:"workers"`
	CoreSeconds float64   `json:"core_seconds"`
	Audits      int       `json:"audits"`
	Faults      int       `json:"faults"`
	Again       int       `json:"offered_again"`
	Note        string    `json:"note,omitempty"` // why the job waits
	Seen        time.Time `json:"seen"`
}

// Worker is the state of a worker, published by itself.
type Worker struct {
	Key         string            `json:"key"`
	Instance    string            `json:"instance"`
	Name        string            `json:"name"`
	Class       string            `json:"class"` // of kernels
	Toolkit     string            `json:"toolkit"`
	Revision    string            `json:"revision"`
	Cores       int               `json:"cores"`
	Kinds       []string          `json:"kinds"`
	Jobs        []string          `json:"jobs"`  // that it works on
	Unfit       map[string]string `json:"unfit"` // job to the reason why it does not work on it
	Shards      uint64            `json:"shards"`
	CoreSeconds float64           `json:"core_seconds"`
	Error       string            `json:"error,omitempty"` // the last
	Since       time.Time         `json:"since"`
	Seen        time.Time         `json:"seen"`
}

// Headers of shards and results.
const (
	headerFirst    = "Gammonlab-First"
	headerItems    = "Gammonlab-Items"
	headerResult   = "Gammonlab-Result-SHA256"
	headerToolkit  = "Gammonlab-Toolkit"
	headerRevision = "Gammonlab-Revision"
	headerClass    = "Gammonlab-Class"
	headerTime     = "Gammonlab-Core-Ms"
	headerFailure  = "Gammonlab-Failure"
	headerReason   = "Gammonlab-Reason"
)

// Values of headerFailure, with the reason in headerReason.
const (
	failureError  = "error"  // the Doer returned an error or panicked
	failureSize   = "size"   // the result is too large for a message
	failurePoison = "poison" // all workers that had the shard before fell silent
)

// tokenOf returns the name of the shard in subjects. It depends on the whole shard, so
// results of other shards cannot be confused with its own.
func tokenOf(s farm.Shard) string {
	h := sha256.New()
	var numbers [16]byte
	binary.LittleEndian.PutUint64(numbers[:], s.First)
	binary.LittleEndian.PutUint64(numbers[8:], s.Items)
	h.Write(numbers[:])
	h.Write(s.Payload)
	return hex.EncodeToString(h.Sum(nil)[:12])
}

// shardMessage returns the message of a shard.
func shardMessage(subject string, s farm.Shard) *nats.Msg {
	m := nats.NewMsg(subject)
	m.Header.Set(headerFirst, strconv.FormatUint(s.First, 10))
	m.Header.Set(headerItems, strconv.FormatUint(s.Items, 10))
	m.Data = s.Payload
	return m
}

// readShard reads a shard of the token.
func readShard(h nats.Header, data []byte, token string) (farm.Shard, error) {
	first, err := strconv.ParseUint(h.Get(headerFirst), 10, 64)
	if err != nil {
		return farm.Shard{}, fmt.Errorf("header %s: %w", headerFirst, err)
	}
	items, err := strconv.ParseUint(h.Get(headerItems), 10, 64)
	if err != nil {
		return farm.Shard{}, fmt.Errorf("header %s: %w", headerItems, err)
	}
	s := farm.Shard{First: first, Items: items, Payload: data}
	if got := tokenOf(s); got != token {
		return farm.Shard{}, fmt.Errorf("the shard of subject token %s has the digest %s", token, got)
	}
	return s, nil
}

// outcome is the message of a worker for a shard.
type outcome struct {
	Toolkit, Revision, Class string
	Result                   []byte
	Took                     time.Duration
	Failure, Reason          string
}

func (o *outcome) message(subject string) *nats.Msg {
	m := nats.NewMsg(subject)
	for name, value := range map[string]string{headerToolkit: o.Toolkit, headerRevision: o.Revision, headerClass: o.Class,
		headerTime: strconv.FormatInt(o.Took.Milliseconds(), 10)} {
		m.Header.Set(name, value)
	}
	if o.Failure != "" {
		m.Header.Set(headerFailure, o.Failure)
		m.Header.Set(headerReason, headerText(o.Reason))
		return m
	}
	m.Header.Set(headerResult, digest.Bytes(o.Result))
	m.Data = o.Result
	return m
}

// readOutcome reads the message of a worker.
func readOutcome(h nats.Header, data []byte) (*outcome, error) {
	ms, err := strconv.ParseInt(h.Get(headerTime), 10, 48)
	if err != nil || ms < 0 {
		return nil, fmt.Errorf("header %s is %q, not milliseconds", headerTime, h.Get(headerTime))
	}
	o := &outcome{Toolkit: h.Get(headerToolkit), Revision: h.Get(headerRevision), Class: h.Get(headerClass),
		Result: data, Took: time.Duration(ms) * time.Millisecond, Failure: h.Get(headerFailure), Reason: h.Get(headerReason)}
	if got := digest.Bytes(data); o.Failure == "" && got != h.Get(headerResult) {
		return nil, fmt.Errorf("the result has SHA-256 %.12s and header %s is %.12s", got, headerResult, h.Get(headerResult))
	}
	return o, nil
}

// headerText returns the text as one line of at most 1,000 bytes.
func headerText(s string) string {
	line := []byte(s)
	for i, c := range line {
		if c < ' ' {
			line[i] = ' '
		}
	}
	return string(line[:min(len(line), 1000)])
}
