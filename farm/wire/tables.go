package wire

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Subjects returns the subjects of the client's own messages that match the filter, in order.
func (c *Client) Subjects(ctx context.Context, filter string) ([]string, error) {
	stream := StreamWith(filter)
	ctx, cancel := context.WithTimeout(ctx, CallTimeout)
	defer cancel()
	s, err := c.js.Stream(ctx, stream)
	if err != nil {
		return nil, c.Explain(err, "$JS.API.STREAM.INFO."+stream)
	}
	info, err := s.Info(ctx, jetstream.WithSubjectFilter(filter))
	if err != nil {
		return nil, err
	}
	var all []string
	for subject := range info.State.Subjects {
		all = append(all, subject)
	}
	slices.Sort(all)
	return all, nil
}

// table returns the messages of a table whose subjects match the filter. It needs only the
// permission for direct reads.
func (c *Client) table(ctx context.Context, filter string) ([]*nats.Msg, error) {
	ctx, cancel := context.WithTimeout(ctx, CallTimeout)
	defer cancel()
	answers, err := c.conn.SubscribeSync(c.conn.NewInbox())
	if err != nil {
		return nil, err
	}
	defer answers.Unsubscribe()
	api := APITable(StreamWith(filter))
	var all []*nats.Msg
	for next := uint64(1); ; {
		request := fmt.Sprintf(`{"seq":%d,"batch":%d,"max_bytes":%d,"next_by_subj":%q}`, next, tableBatch, tableBytes, filter)
		if err := c.conn.PublishRequest(api, answers.Subject, []byte(request)); err != nil {
			return nil, err
		}
		for {
			m, err := c.Answer(ctx, answers, api)
			if err != nil {
				return nil, err
			}
			if status := m.Header.Get("Status"); status == "404" || status == "204" && m.Header.Get("Nats-Num-Pending") == "0" {
				return all, nil // no messages, or the end of the last batch
			} else if status == "204" {
				break
			} else if status != "" {
				return nil, fmt.Errorf("%s: %s %s", filter, status, m.Header.Get("Description"))
			}
			number, err := strconv.ParseUint(m.Header.Get(nats.JSSequence), 10, 64)
			if err != nil || number < next || len(all) >= tableLimit {
				return nil, fmt.Errorf("%s: message %q after %d messages", filter, m.Header.Get(nats.JSSequence), len(all))
			}
			next = number + 1
			m.Subject = m.Header.Get(nats.JSSubject)
			if len(m.Data) > 0 {
				all = append(all, m)
			}
		}
	}
}

const (
	tableBatch = 256     // messages that table requests at a time
	tableBytes = 8 << 20 // and their bytes; without a number, the server reads its options while they may change
	tableLimit = 1 << 20 // messages that table reads at most
)

// Answer returns the next answer to a request. It returns at once if the server refuses the
// request.
func (c *Client) Answer(ctx context.Context, answers *nats.Subscription, request string) (*nats.Msg, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer c.onRefusal(request, cancel)()
	m, err := answers.NextMsgWithContext(ctx)
	switch {
	case errors.Is(err, context.Canceled):
		return nil, context.Cause(ctx)
	case err != nil:
		return nil, err
	case m.Header.Get("Status") == "503":
		return nil, nats.ErrNoResponders
	}
	return m, nil
}

// owners returns the submitters who have jobs.
func (c *Client) owners(ctx context.Context) ([]string, error) {
	found, err := c.table(ctx, OwnerSubject(Anyone))
	if err != nil {
		return nil, away(err)
	}
	var all []string
	for _, m := range found {
		all = append(all, strings.TrimPrefix(m.Subject, OwnerSubject("")))
	}
	return all, nil
}

// visible returns the submitters whose jobs the client may list: those of all, or of itself.
func (c *Client) visible(ctx context.Context) ([]string, error) {
	all, err := c.owners(ctx)
	if errors.Is(err, ErrRefused) {
		return []string{c.key}, nil
	}
	return all, err
}

// Last returns the last message of the subject, nil if there is none. It needs only the
// permission for direct reads.
func (c *Client) Last(ctx context.Context, subject string) (*nats.Msg, error) {
	ctx, cancel := context.WithTimeout(ctx, CallTimeout)
	defer cancel()
	api := APITable(StreamWith(subject))
	m, err := c.conn.RequestWithContext(ctx, api, fmt.Appendf(nil, `{"last_by_subj":%q,"max_bytes":%d}`, subject, tableBytes))
	if err != nil {
		return nil, c.Explain(err, api)
	}
	switch status := m.Header.Get("Status"); {
	case status == "404", status == "" && len(m.Data) == 0:
		return nil, nil
	case status != "":
		return nil, fmt.Errorf("%s: %s %s", subject, status, m.Header.Get("Description"))
	case m.Header.Get(nats.JSSubject) != subject:
		return nil, fmt.Errorf("%w: the server has the message of %s for %s", ErrUnreadable, m.Header.Get(nats.JSSubject), subject)
	}
	m.Subject = subject
	return m, nil
}

// Read reads the JSON of the subject into v, and reports whether the subject has a message.
func (c *Client) Read(ctx context.Context, subject string, v any) (bool, error) {
	m, err := c.Last(ctx, subject)
	if m == nil || err != nil {
		return false, err
	}
	return true, Decode(m, v)
}

// Decode reads the JSON of a table's message, which its author has signed.
func Decode(m *nats.Msg, v any) error {
	author := strings.Split(m.Subject, ".")[1]
	if err := verify(m.Subject, author, m.Header, m.Data); err != nil {
		return fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	if err := json.Unmarshal(m.Data, v); err != nil {
		return fmt.Errorf("%w: %s: %w", ErrUnreadable, m.Subject, err)
	}
	return nil
}

// Write publishes the JSON of v under the subject, with the signature of the client.
func (c *Client) Write(ctx context.Context, subject string, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return c.store(ctx, subject, data)
}

// store publishes the data under the subject, with the signature of the client.
func (c *Client) store(ctx context.Context, subject string, data []byte) error {
	m := nats.NewMsg(subject)
	m.Data = data
	if err := c.Sign(m); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, CallTimeout)
	defer cancel()
	_, err := c.js.PublishMsg(ctx, m)
	return c.Explain(err, subject)
}

// JobsOf reads the jobs of the owner with their pauses. A job must be what its subject says.
func (c *Client) JobsOf(ctx context.Context, owner string) ([]JobState, error) {
	found, err := c.table(ctx, OfJob(TokenJob, owner))
	if err != nil {
		return nil, err
	}
	paused, err := c.table(ctx, OfJob(TokenPause, owner))
	if err != nil {
		return nil, err
	}
	var all []JobState
	for _, m := range found {
		var j JobState
		a, _ := ParseAddress(m.Subject)
		if err := Decode(m, &j.Job); err != nil {
			j = JobState{Fault: err.Error()}
		} else if err := j.Job.check(a); err != nil {
			j = JobState{Fault: fmt.Sprintf("%v: %s: %v", ErrUnreadable, m.Subject, err)}
		}
		j.Owner, j.ID = a.Owner, a.ID
		j.Paused = slices.ContainsFunc(paused, func(p *nats.Msg) bool { return p.Subject == a.Subject(TokenPause) })
		all = append(all, j)
	}
	return all, nil
}

// Workers returns the workers that published their state within [WorkerAge]. It leaves out
// what cannot be read.
func (c *Client) Workers(ctx context.Context) ([]Worker, error) {
	found, err := c.table(ctx, TokenWorker+".>")
	if err != nil {
		return nil, away(err)
	}
	var all []Worker
	for _, m := range found {
		var w Worker
		if Decode(m, &w) == nil && WorkerSubject(w.Key, w.Instance) == m.Subject {
			all = append(all, w)
		}
	}
	return all, nil
}

// JobState is a job with its progress.
type JobState struct {
	Job
	Progress Progress `json:"progress"`
	Paused   bool     `json:"paused"`
	Fault    string   `json:"fault,omitempty"` // why the job cannot be read; then only Owner and ID are set
}

// silent is the time without progress messages after which a submitter counts as ended.
const silent = 45 * time.Second

// Deserted reports whether the command that submitted the job has probably ended at the
// given time. A new job, which may have no progress yet, is not deserted.
func (j *JobState) Deserted(at time.Time) bool {
	return at.Sub(j.Progress.Seen) > silent && at.Sub(j.Since) > silent
}

// AllJobs returns the jobs of the server that the client may list. Progress is empty.
func (c *Client) AllJobs(ctx context.Context) ([]JobState, error) {
	owners, err := c.visible(ctx)
	if err != nil {
		return nil, err
	}
	var all []JobState
	for _, owner := range owners {
		jobs, err := c.JobsOf(ctx, owner)
		if err != nil && !gone(err) { // the key may be revoked, or have no streams yet
			return nil, err
		}
		all = append(all, jobs...)
	}
	return all, nil
}

// Jobs returns the jobs of the server that the client may list. If the server is new, the client
// creates the shared streams, if it may; a stock server has nobody else who does.
func (c *Client) Jobs(ctx context.Context) ([]JobState, error) {
	jobs, err := c.AllJobs(ctx)
	if errors.Is(err, ErrNoFarm) && c.pair != nil && c.makeShared(ctx) == nil {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for i := range jobs {
		j := &jobs[i]
		if _, err := c.Read(ctx, j.Address().Subject(TokenProgress), &j.Progress); errors.Is(err, ErrUnreadable) {
			j.Progress = Progress{Note: err.Error()}
		} else if err != nil {
			return nil, err
		}
	}
	return jobs, nil
}

// Job returns the job with the ID, or the job whose ID begins with it.
func (c *Client) Job(ctx context.Context, id string) (JobState, error) {
	jobs, err := c.Jobs(ctx)
	if err != nil {
		return JobState{}, err
	}
	var found []JobState
	for _, j := range jobs {
		if strings.HasPrefix(j.ID, id) {
			found = append(found, j)
		}
	}
	if len(found) != 1 {
		return JobState{}, fmt.Errorf("%d jobs have an ID that begins with %q", len(found), id)
	}
	return found[0], nil
}
