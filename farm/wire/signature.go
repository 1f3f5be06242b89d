package wire

import (
	"encoding/base64"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"gammonlab/internal/digest"
)

// The accounts of a server keep clients apart, see package server. Signatures are the second
// lock: a server answers on any subject of an account, so a subject alone does not prove who
// wrote a message. Each client signs what it publishes, except the pieces of files, whose
// SHA-256 the signed job contains.

// Prefixes of the names of headers.
const (
	headerPrefix = "Gammonlab-"
	natsPrefix   = "nats-" // in lower case
)

// SignedText returns what the author of a message signs: the subject, which names the author
// and the job, and all that readers use.
func SignedText(subject string, h nats.Header, data []byte) []byte {
	lines := []string{"gammonlab message 1", subject}
	for _, name := range slices.Sorted(maps.Keys(h)) {
		if strings.HasPrefix(name, headerPrefix) && name != HeaderSignature {
			lines = append(lines, fmt.Sprintf("%s: %q", name, h[name]))
		}
	}
	return []byte(strings.Join(append(lines, digest.Bytes(data)), "\n"))
}

// Sign adds the signature of the client's key. Clients with a token or a name have none.
func (c *Client) Sign(m *nats.Msg) error {
	if c.pair == nil {
		return nil
	}
	signature, err := c.pair.Sign(SignedText(m.Subject, m.Header, m.Data))
	if err != nil {
		return fmt.Errorf("cannot sign with the key: %w", err)
	}
	if m.Header == nil {
		m.Header = nats.Header{}
	}
	m.Header.Set(HeaderSignature, base64.RawStdEncoding.EncodeToString(signature))
	return nil
}

// verify returns an error unless the message comes from the author, as its subject says. An
// author without a key, such as on a server without keys, does not sign.
func verify(subject, author string, h nats.Header, data []byte) error {
	if !nkeys.IsValidPublicUserKey(author) {
		return nil
	}
	key, err := nkeys.FromPublicKey(author)
	if err != nil {
		return fmt.Errorf("%s: %q is not the key of an author: %w", subject, author, err)
	}
	signature, err := base64.RawStdEncoding.DecodeString(h.Get(HeaderSignature))
	if err != nil {
		return fmt.Errorf("%s: header %s: %w", subject, HeaderSignature, err)
	}
	if err := key.Verify(SignedText(subject, h, data), signature); err != nil {
		return fmt.Errorf("%s: header %s is not the author's: %w", subject, HeaderSignature, err)
	}
	return nil
}

// VerifySent is verify for a message that arrived as its author sent it. It refuses answers of
// the server, which contain what the server stored.
func VerifySent(subject, author string, h nats.Header, data []byte) error {
	for name := range h {
		if lower := strings.ToLower(name); strings.HasPrefix(lower, natsPrefix) && !strings.HasPrefix(lower, natsPrefix+"expected-") {
			return fmt.Errorf("%s: header %s: an answer of the server, not a message of a client", subject, name)
		}
	}
	return verify(subject, author, h, data)
}
