package jetstream

import (
	"encoding/base64"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"gammonlab/internal/digest"
)

// A server checks who publishes a message, but not the subjects of its own answers: any
// client can have a stored message answered to a subject of another. So workers sign their
// results.

// signedText returns what a worker signs: the subject, which names job, shard and worker,
// and all that the submitter reads.
func signedText(subject string, h nats.Header, data []byte) []byte {
	lines := []string{"gammonlab result 1", subject}
	for _, name := range resultHeaders {
		lines = append(lines, name+": "+h.Get(name))
	}
	return []byte(strings.Join(append(lines, digest.Bytes(data)), "\n"))
}

// sign adds the signature of the client's key. Clients with a token or a name have none.
func (c *Client) sign(m *nats.Msg) error {
	if c.pair == nil {
		return nil
	}
	signature, err := c.pair.Sign(signedText(m.Subject, m.Header, m.Data))
	if err != nil {
		return fmt.Errorf("cannot sign with the key: %w", err)
	}
	m.Header.Set(headerSignature, base64.RawStdEncoding.EncodeToString(signature))
	return nil
}

// verify returns an error unless the message on the subject comes from the worker that the
// subject names. If the farm has no keys, it only refuses answers of the server.
func verify(subject, worker string, keyed bool, h nats.Header, data []byte) error {
	for name := range h {
		if strings.HasPrefix(strings.ToLower(name), "nats-") && !expected(name) {
			return fmt.Errorf("header %s: an answer of the server, not a result", name)
		}
	}
	if !keyed {
		return nil
	}
	key, err := nkeys.FromPublicKey(worker)
	if err != nil {
		return fmt.Errorf("worker %q: %w", worker, err)
	}
	signature, err := base64.RawStdEncoding.DecodeString(h.Get(headerSignature))
	if err != nil {
		return fmt.Errorf("header %s: %w", headerSignature, err)
	}
	if err := key.Verify(signedText(subject, h, data), signature); err != nil {
		return fmt.Errorf("header %s is not the worker's: %w", headerSignature, err)
	}
	return nil
}

// expected reports whether a worker's own message may have the header of NATS.
func expected(name string) bool { return strings.HasPrefix(strings.ToLower(name), "nats-expected-") }
