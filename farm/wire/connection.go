package wire

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"syscall"
	"time"

	"github.com/nats-io/nats.go"

	"gammonlab/internal/workers"
)

// delay returns the time to wait before the next attempt to connect, from 0.1 s to 10 s.
// The time is random, so thousands of clients do not connect at the same time.
func delay(attempts int) time.Duration {
	most := min(10*time.Second, 200*time.Millisecond<<min(attempts, 10))
	return 100*time.Millisecond + Spread(most)
}

// lose keeps the reason of a lost connection.
func (c *Client) lose(_ *nats.Conn, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err != nil {
		c.lost = err
	}
}

// close is called when the connection is closed permanently.
func (c *Client) close(conn *nats.Conn) {
	if err := conn.LastError(); err != nil {
		c.lose(conn, err)
	}
	close(c.closed)
}

// lostBy returns the reason of a lost connection in plain words, nil if it is unknown.
func (c *Client) lostBy() error {
	err := c.conn.LastError() // if the server answers
	c.mu.Lock()
	defer c.mu.Unlock()
	if err == nil {
		err = c.lost // if the server does not answer
	}
	return c.inWords(err)
}

// ClosedBy returns the error of a connection that is closed permanently.
func (c *Client) ClosedBy() error {
	if err := c.lostBy(); err != nil {
		return fmt.Errorf("%w: %w", ErrClosed, err)
	}
	return ErrClosed
}

// inWords adds an explanation to an error of a connection.
func (c *Client) inWords(err error) error {
	words := ""
	switch {
	case err == nil:
		return nil
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthRevoked), errors.Is(err, nats.ErrAuthExpired):
		words = map[string]string{
			byKey:   "the server does not know the key, or it is revoked: see gammonlab server key list",
			byToken: "the server has another token, or wants keys",
			byName:  "the server wants a key or a token: give --key or --token",
		}[c.by]
	case errors.As(err, new(x509.UnknownAuthorityError)):
		words = "this machine does not know who signed the certificate of the server: give --ca"
	case errors.As(err, new(x509.HostnameError)):
		words = "the certificate of the server is for another name: call the server by a name that is in it"
	case errors.As(err, new(x509.CertificateInvalidError)):
		words = "the certificate of the server is not valid"
	case errors.Is(err, nats.ErrSecureConnWanted):
		words = "the server has no TLS: use nats:// instead of tls://"
	case errors.Is(err, nats.ErrNoServers), errors.Is(err, syscall.ECONNREFUSED):
		words = "nobody listens there: start gammonlab server, or correct the address"
	case errors.As(err, new(*net.DNSError)):
		words = "no machine with this name is known: correct the address"
	case errors.Is(err, nats.ErrTimeout), os.IsTimeout(err), errors.Is(err, syscall.EHOSTUNREACH), errors.Is(err, syscall.ENETUNREACH):
		words = "the machine does not answer: check the address, the network and the firewall"
	case errors.Is(err, io.EOF), errors.Is(err, nats.ErrStaleConnection), errors.Is(err, syscall.ECONNRESET):
		words = "the connection was cut"
	default:
		return err
	}
	return fmt.Errorf("%s (%w)", words, err)
}

// isAway reports whether Dial failed because the server does not answer, which may pass.
func isAway(err error) bool {
	return !errors.As(err, new(*net.DNSError)) && (errors.Is(err, nats.ErrNoServers) || errors.Is(err, syscall.ECONNREFUSED) || errors.Is(err, nats.ErrTimeout) || os.IsTimeout(errors.Unwrap(err)) ||
		errors.Is(err, syscall.EHOSTUNREACH) || errors.Is(err, syscall.ENETUNREACH))
}

// DialPatiently is [Dial], but waits while the server does not answer. It calls say again
// and again with the time so far and the reason.
func DialPatiently(ctx context.Context, o Options, say func(waited time.Duration, why error)) (*Client, error) {
	began, next := time.Now(), time.Duration(0)
	for attempts := 0; ; attempts++ {
		c, err := Dial(ctx, o)
		if err == nil || !isAway(err) {
			return c, err
		}
		if waited := time.Since(began); waited >= next {
			say(waited, err)
			next = waited + min(max(waited, 5*time.Second), sayEvery)
		}
		select {
		case <-ctx.Done():
			return nil, workers.Interrupted(ctx)
		case <-time.After(delay(attempts)):
		}
	}
}

// Ways in which a client identifies itself.
const (
	byKey   = "key"
	byToken = "token"
	byName  = "name"
)

// sayEvery is the longest time between two messages of [DialPatiently].
const sayEvery = time.Minute

// Watch logs until ctx ends: it checks the connection at intervals of every. It writes a line
// while the server cannot be reached, another one after each time again, and a line when the
// connection is back.
func (c *Client) Watch(ctx context.Context, log *slog.Logger, every, again time.Duration) {
	var said time.Time
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		switch {
		case c.conn.IsConnected() && !said.IsZero():
			log.Info("connected to the server", "server", c.url)
			said = time.Time{}
		case !c.conn.IsConnected() && time.Since(said) >= again:
			if why := c.lostBy(); why != nil {
				log.Warn("cannot reach the server, trying again", "server", c.url, "error", why)
				said = time.Now()
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}
