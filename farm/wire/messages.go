package wire

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"

	"gammonlab/farm"
	"gammonlab/internal/digest"
)

// Protocol is the version of the messages between submitters and workers.
const Protocol = 4

// Job is a job as stored on the server.
type Job struct {
	Owner       string           `json:"owner"` // key or name of the submitter
	ID          string           `json:"id"`
	Description farm.Description `json:"description"`
	Protocol    int              `json:"protocol"`
	Toolkit     string           `json:"toolkit"`
	Revision    string           `json:"revision"`
	Canary      string           `json:"canary"`            // SHA-256 of the canary's result
	Items       int              `json:"items"`             // approximate number of items of a shard
	AckWait     time.Duration    `json:"ack_wait"`          // ns; if a worker sends no message for this time, another worker gets its shard
	Quorum      int              `json:"quorum"`            // number of workers that compute each shard
	Refused     []string         `json:"refused"`           // machines and keys whose results are refused, see Identity
	Session     string           `json:"session"`           // ID of the submitting process
	Earlier     []string         `json:"earlier,omitempty"` // IDs of processes that ran the job before
	Host        string           `json:"host"`              // machine of the submitter
	Since       time.Time        `json:"since"`
}

// Address returns the name of the job on the server.
func (j *Job) Address() Address { return Address{Owner: j.Owner, ID: j.ID} }

// check returns an error unless the job is that of the address: its ID is the digest of its
// owner and its description. It bounds what is shown and what workers do at the owner's wish.
func (j *Job) check(a Address) error {
	j.Host, j.Toolkit, j.Revision = Readable(j.Host, MostName), Readable(j.Toolkit, MostName), Readable(j.Revision, MostName)
	j.AckWait, j.Quorum, j.Items = min(max(j.AckWait, 0), JobAge), within(j.Quorum, MostList), within(j.Items, MostItems)
	if j.Address() != a {
		return fmt.Errorf("the job says that it is %s of %s", j.ID, j.Owner)
	}
	id, err := JobID(&j.Description, j.Owner)
	if err == nil && id != j.ID {
		err = fmt.Errorf("the ID of the job's owner and description is %s", id)
	}
	return err
}

// Canary is a shard that the submitter computed itself. A worker whose result for the
// canary differs computes no shards of the job.
type Canary struct {
	Shard  farm.Shard `json:"shard"`
	Result string     `json:"result"` // SHA-256
}

// Progress is the progress of a running job, published by its submitter.
type Progress struct {
	Items       uint64    `json:"items"`             // items taken by this process
	Of          uint64    `json:"of,omitempty"`      // approximate number of all items; 0 if unknown
	AtMost      bool      `json:"at_most,omitempty"` // the job may end with fewer items
	Shards      uint64    `json:"shards"`            // shards taken by this process
	InFlight    int       `json:"in_flight"`
	Rate        float64   `json:"items_per_second"`
	Cores       int       `json:"cores"` // cores of workers that fit
	Workers     int       `json:"workers"`
	CoreSeconds float64   `json:"core_seconds"`
	Audits      int       `json:"audits"`
	Faults      int       `json:"faults"`
	Again       int       `json:"offered_again"`
	Note        string    `json:"note,omitempty"` // why the job waits
	Seen        time.Time `json:"seen"`
}

// Worker is the state that a worker publishes.
type Worker struct {
	Key         string            `json:"key"`
	Instance    string            `json:"instance"`
	Name        string            `json:"name"`
	Class       string            `json:"class"` // class of the worker's kernels
	Toolkit     string            `json:"toolkit"`
	Revision    string            `json:"revision"`
	Cores       int               `json:"cores"`
	Kinds       []string          `json:"kinds"`
	Jobs        []string          `json:"jobs"`  // IDs of the jobs that the worker works on
	Unfit       map[string]string `json:"unfit"` // reasons why the worker does not work on other jobs, by job ID
	Shards      uint64            `json:"shards"`
	CoreSeconds float64           `json:"core_seconds"`
	Error       string            `json:"error,omitempty"` // the last error
	Since       time.Time         `json:"since"`
	Seen        time.Time         `json:"seen"`
}

// Headers of shards and results.
const (
	HeaderFirst    = "Gammonlab-First"
	HeaderItems    = "Gammonlab-Items"
	HeaderResult   = "Gammonlab-Result-SHA256"
	HeaderToolkit  = "Gammonlab-Toolkit"
	HeaderRevision = "Gammonlab-Revision"
	HeaderClass    = "Gammonlab-Class"
	HeaderTime     = "Gammonlab-Core-Ms"
	HeaderFailure  = "Gammonlab-Failure"
	HeaderReason   = "Gammonlab-Reason"
	HeaderMachine  = "Gammonlab-Machine" // name of the worker

	HeaderSignature = "Gammonlab-Signature" // see SignedText
)

// Values of HeaderFailure, with the reason in HeaderReason.
const (
	FailureError  = "error"  // the Doer returned an error or panicked
	FailureSize   = "size"   // the result is too large for a message
	FailurePoison = "poison" // all workers that had the shard before stopped without an answer
)

// ShardToken returns the token of the shard in subjects. It depends on the whole shard, so
// different shards have different tokens.
func ShardToken(s farm.Shard) string {
	h := sha256.New()
	var numbers [16]byte
	binary.LittleEndian.PutUint64(numbers[:], s.First)
	binary.LittleEndian.PutUint64(numbers[8:], s.Items)
	h.Write(numbers[:])
	h.Write(s.Payload)
	return hex.EncodeToString(h.Sum(nil)[:12])
}

// ShardMessage returns the message of a shard.
func ShardMessage(subject string, s farm.Shard) *nats.Msg {
	m := nats.NewMsg(subject)
	m.Header.Set(HeaderFirst, strconv.FormatUint(s.First, 10))
	m.Header.Set(HeaderItems, strconv.FormatUint(s.Items, 10))
	m.Data = s.Payload
	return m
}

// ReadShard reads the shard of the message, which its owner has signed.
func ReadShard(m *nats.Msg, owner, token string) (farm.Shard, error) {
	h, data := m.Header, m.Data
	if err := VerifySent(m.Subject, owner, h, data); err != nil {
		return farm.Shard{}, err
	}
	first, err := strconv.ParseUint(h.Get(HeaderFirst), 10, 64)
	if err != nil {
		return farm.Shard{}, fmt.Errorf("header %s: %w", HeaderFirst, err)
	}
	items, err := strconv.ParseUint(h.Get(HeaderItems), 10, 64)
	if err != nil {
		return farm.Shard{}, fmt.Errorf("header %s: %w", HeaderItems, err)
	}
	if items == 0 || items > MostItems || first > math.MaxInt64-items {
		return farm.Shard{}, fmt.Errorf("%d items from %d on, want 1 to %d", items, first, MostItems)
	}
	s := farm.Shard{First: first, Items: items, Payload: data}
	if got := ShardToken(s); got != token {
		return farm.Shard{}, fmt.Errorf("the shard of subject token %s has the digest %s", token, got)
	}
	return s, nil
}

// Outcome is a worker's message about a shard: the result or a failure.
type Outcome struct {
	Toolkit, Revision, Class string
	Machine                  string // name of the worker
	Result                   []byte
	Took                     time.Duration
	Failure, Reason          string
}

// Message returns the message under the subject, not signed.
func (o *Outcome) Message(subject string) *nats.Msg {
	m := nats.NewMsg(subject)
	for name, value := range map[string]string{HeaderToolkit: o.Toolkit, HeaderRevision: o.Revision, HeaderClass: o.Class, HeaderMachine: Readable(o.Machine, MostName),
		HeaderTime: strconv.FormatInt(o.Took.Milliseconds(), 10)} {
		m.Header.Set(name, value)
	}
	if o.Failure != "" {
		m.Header.Set(HeaderFailure, o.Failure)
		m.Header.Set(HeaderReason, Readable(o.Reason, MostText))
		return m
	}
	m.Header.Set(HeaderResult, digest.Bytes(o.Result))
	m.Data = o.Result
	return m
}

// ReadOutcome reads a worker's message.
func ReadOutcome(h nats.Header, data []byte) (*Outcome, error) {
	ms, err := strconv.ParseInt(h.Get(HeaderTime), 10, 64)
	if err != nil || ms < 0 {
		return nil, fmt.Errorf("header %s is %q, not milliseconds", HeaderTime, h.Get(HeaderTime))
	}
	name := func(header string) string { return Readable(h.Get(header), MostName) }
	o := &Outcome{Toolkit: name(HeaderToolkit), Revision: name(HeaderRevision), Class: name(HeaderClass), Machine: name(HeaderMachine),
		Result: data, Took: time.Duration(min(ms, JobAge.Milliseconds())) * time.Millisecond, Failure: name(HeaderFailure), Reason: Readable(h.Get(HeaderReason), MostText)}
	if got := digest.Bytes(data); o.Failure == "" && got != h.Get(HeaderResult) {
		return nil, fmt.Errorf("the result has SHA-256 %.12s and header %s is %.12s", got, HeaderResult, h.Get(HeaderResult))
	}
	return o, nil
}

// SameClass reports whether a worker of one class can run jobs of the other.
func SameClass(job, worker string) bool { return job == worker || job == "" || job == "any" }

// JobID returns the ID of a job of the submitter with the key. It covers the whole
// description, with the data, so each who reads a job can compute it. The same command has
// the same ID.
func JobID(d *farm.Description, key string) (string, error) {
	sum, err := digest.JSON(struct {
		Description *farm.Description
		Owner       string
	}{d, key})
	if err != nil {
		return "", err
	}
	return sum[:16], nil
}
