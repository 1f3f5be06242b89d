package wire

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"
)

// Options are the settings of a connection to a server. Secrets are in files.
type Options struct {
	URL   string // such as nats://host:4222 or tls://host:4222
	Key   string // file of the client's secret key, the seed of an NKey
	Token string // file of a token, for servers without keys
	CA    string // file of the certificate authorities for the server's certificate
	Name  string // the client's name if there is no key; "" for the name of the machine

	// Wait makes Dial return before the connection is established; the client then tries
	// to connect without limit, as workers do. Without Wait, Dial returns an error if it
	// cannot reach the server.
	Wait bool

	// Keep makes the client try without limit also after the server has refused it, as
	// pages do: the key may be added to the server later.
	Keep bool

	// Within, if not nil, is a server of this process, which is used instead of URL.
	Within nats.InProcessConnProvider
}

// Client is a connection to a server. Submitters and workers use it.
type Client struct {
	conn *nats.Conn
	js   jetstream.JetStream
	key  string        // the public key
	pair nkeys.KeyPair // with the secret key; nil for clients with a token or a name
	by   string        // how the client identifies itself
	url  string

	closed chan struct{} // is closed when the connection ends and is not retried

	mu      sync.Mutex
	refusal error // the last error that the server sent without a request
	at      time.Time
	lost    error                               // the last reason for a missing connection
	waiting map[*string]context.CancelCauseFunc // requests that end when the server refuses them, see onRefusal
}

// CallTimeout bounds a request to the server.
const CallTimeout = 5 * time.Second

// Dial connects to a server.
func Dial(ctx context.Context, o Options) (*Client, error) {
	if o.Within == nil {
		if err := checkAddress(o.URL); err != nil {
			return nil, err
		}
	}
	c := &Client{key: token(o.Name), by: byName, url: o.URL, closed: make(chan struct{})}
	options, err := c.options(o)
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if c.conn, err = nats.Connect(o.URL, options...); err != nil {
		return nil, fmt.Errorf("server %s: %w", o.URL, c.inWords(err))
	}
	if c.js, err = jetstream.New(c.conn, jetstream.WithPublishAsyncMaxPending(Pending), jetstream.WithPublishAsyncTimeout(CallTimeout),
		jetstream.WithDefaultTimeout(CallTimeout)); err != nil {
		c.conn.Close()
		return nil, err
	}
	return c, nil
}

// options returns the options of the connection, and sets the client's key.
func (c *Client) options(o Options) ([]nats.Option, error) {
	options := []nats.Option{
		nats.MaxReconnects(-1), nats.ReconnectBufSize(-1), nats.CustomReconnectDelay(delay), nats.RetryOnFailedConnect(o.Wait),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { c.refuse(err) }),
		nats.ClosedHandler(c.close), nats.DisconnectErrHandler(c.lose), nats.ReconnectErrHandler(c.lose), nats.PingInterval(20 * time.Second), nats.MaxPingsOutstanding(2),
		nats.Timeout(CallTimeout), nats.Name(token(o.Name)),
	}
	if o.Within != nil {
		options = append(options, nats.InProcessServer(o.Within))
	}
	if o.Keep {
		options = append(options, nats.IgnoreAuthErrorAbort())
	}
	if o.CA != "" {
		options = append(options, nats.RootCAs(o.CA))
	}
	if o.Token != "" {
		secret, err := ReadToken(o.Token)
		if err != nil {
			return nil, err
		}
		options, c.by = append(options, nats.UserInfo(TokenUser, secret)), byToken
	}
	if o.Key != "" {
		option, err := c.identify(o.Key)
		if err != nil {
			return nil, err
		}
		options, c.by = append(options, option), byKey
	}
	return append(options, nats.CustomInboxPrefix(Inbox(c.key))), nil
}

// identify reads the key in the file.
func (c *Client) identify(path string) (nats.Option, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	pair, err := nkeys.ParseDecoratedNKey(text)
	if err != nil {
		return nil, fmt.Errorf("%s: no key: %w", path, err)
	}
	if c.key, err = pair.PublicKey(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if !nkeys.IsValidPublicUserKey(c.key) {
		return nil, fmt.Errorf("%s: the key is not one of a user", path)
	}
	c.pair = pair
	return nats.Nkey(c.key, pair.Sign), nil
}

// token returns the name as a token of subjects. For "" it uses the name of the machine.
func token(name string) string {
	if name == "" {
		if name, _ = os.Hostname(); name == "" {
			name = "unnamed"
		}
	}
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r == '-' {
			return r
		}
		return '_'
	}, name)
}

// Over returns a client for a connection that the caller has made, of a client with the name
// and without a key to sign with. The caller closes the connection.
func Over(conn *nats.Conn, js jetstream.JetStream, name, url string) *Client {
	return &Client{conn: conn, js: js, key: name, url: url}
}

// Key returns the client's public key, or its name if it has no key.
func (c *Client) Key() string { return c.key }

// Keyed reports whether the client has a key, with which it signs what it publishes.
func (c *Client) Keyed() bool { return c.pair != nil }

// Conn returns the connection.
func (c *Client) Conn() *nats.Conn { return c.conn }

// JetStream returns the interface to the streams of the connection.
func (c *Client) JetStream() jetstream.JetStream { return c.js }

// Closed returns a channel that is closed when the connection has ended and is not retried;
// see ClosedBy for the reason.
func (c *Client) Closed() <-chan struct{} { return c.closed }

// Close ends the connection.
func (c *Client) Close() { c.conn.Close() }

// refuse keeps an error that the server sends without a request, and ends the request that it
// is about. Otherwise a refused publish would look like a publish without an answer.
func (c *Client) refuse(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.refusal, c.at = err, time.Now()
	for subject, end := range c.waiting {
		if isRefusal(err, *subject) {
			end(fmt.Errorf("%w (%w)", ErrRefused, err))
		}
	}
}

// onRefusal has refuse call end if the server refuses a message to the subject, until done is
// called.
func (c *Client) onRefusal(subject string, end context.CancelCauseFunc) (done func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.waiting == nil {
		c.waiting = map[*string]context.CancelCauseFunc{}
	}
	c.waiting[&subject] = end
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.waiting, &subject)
	}
}

// Spread returns a random time below d. It prevents many clients from acting at the same
// time. No result depends on it.
func Spread(d time.Duration) time.Duration {
	g := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), uint64(os.Getpid())))
	return time.Duration(g.Int64N(int64(d)))
}

// TokenUser is the user name of clients that connect with the token of a server. The token
// is the password.
const TokenUser = "token"

// minToken is the minimal length of a token in characters: nobody must be able to guess a
// token.
const minToken = 16

// ReadToken reads the token from a file with one line.
func ReadToken(path string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	token := strings.TrimSpace(string(text))
	if len(token) < minToken || strings.ContainsAny(token, " \t\r\n") {
		return "", fmt.Errorf("token %s: want one line with a word of %d characters or more, such as the output of openssl rand -hex 16", path, minToken)
	}
	return token, nil
}

// checkAddress returns an error for an address without a host: such a server would be waited
// for without end. Commas may separate the addresses of several servers.
func checkAddress(text string) error {
	for one := range strings.SplitSeq(text, ",") {
		full := strings.TrimSpace(one)
		if full != "" && !strings.Contains(full, "://") {
			full = "nats://" + full
		}
		u, err := url.Parse(full)
		if err != nil || u.Hostname() == "" {
			return fmt.Errorf("the address of the server is %q, want a host, such as nats://host:4222", text)
		}
	}
	return nil
}
