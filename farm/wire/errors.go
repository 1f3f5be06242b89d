package wire

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// ErrClosed is the error of a connection that is closed permanently.
var ErrClosed = errors.New("the connection is closed")

// ErrRefused is the error of an action that the server does not permit.
var ErrRefused = errors.New("the server does not permit this with this key: use a key of another role, see gammonlab server key list")

// ErrFull is the error of a message for which the server has no room.
var ErrFull = errors.New("the server has no room for more of this submitter, because its part of --max-store or the disk is full")

// ErrFile is the error of a worker that cannot read a file of its job. The submitter then
// uploads the files again.
var ErrFile = errors.New("the server lacks a file of the job")

// ErrNoFarm is the error for a server without the streams of a farm.
var ErrNoFarm = errors.New("the server has no streams of a farm: start it as gammonlab server, or run gammonlab jobs once with the key of an admin; without keys, submit a job")

// ErrUnreadable is the error of a message that is not what its subject says: its author, or a
// later version, has written something else, or another client has written it.
var ErrUnreadable = errors.New("unreadable")

// Explain returns the reason that the server sent for err, or err if it sent none.
func (c *Client) Explain(err error, subject string) error {
	if err == nil {
		return nil
	}
	if IsFull(err) {
		return fmt.Errorf("%w (%w)", ErrFull, err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.refusal == nil || time.Since(c.at) > 4*CallTimeout || !isRefusal(c.refusal, subject) {
		return err
	}
	return fmt.Errorf("%w (%w)", ErrRefused, c.refusal)
}

// isRefusal reports whether the server's error says that the client may not use the subject.
func isRefusal(err error, subject string) bool {
	return errors.Is(err, nats.ErrPermissionViolation) && strings.Contains(err.Error(), `"`+subject+`"`)
}

// IsThere reports whether the server refused a publish because the subject has a message.
func IsThere(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && strings.Contains(api.Description, "maximum messages per subject")
}

// IsFull reports whether the server refused a publish because the stream or the disk is
// full.
func IsFull(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && (strings.Contains(api.Description, "maximum bytes") || strings.Contains(api.Description, "insufficient") ||
		strings.Contains(api.Description, "resource") || strings.Contains(api.Description, "creating store"))
}

func away(err error) error {
	if gone(err) {
		return ErrNoFarm
	}
	return err
}

// gone reports whether the stream of a request does not exist.
func gone(err error) bool {
	return errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, nats.ErrNoResponders) || errors.Is(err, jetstream.ErrNoStreamResponse)
}
