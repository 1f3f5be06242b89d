package server

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"sync"
	"syscall"
	"time"
)

// splitAddress reads a host and a port, such as 127.0.0.1:4222 or :4222.
func splitAddress(address string) (host string, port int, err error) {
	host, text, err := net.SplitHostPort(address)
	if err != nil {
		return "", 0, fmt.Errorf("address %q, want HOST:PORT", address)
	}
	port, err = strconv.Atoi(text)
	if err != nil || port < 0 || port > 1<<16-1 {
		return "", 0, fmt.Errorf("address %q: port %q, want 0 to 65535", address, text)
	}
	return host, port, nil
}

// host returns the host of an address that splitAddress can read.
func host(address string) string {
	host, _, _ := splitAddress(address)
	return host
}

// isLoopback reports whether only this machine can reach the host.
func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// checkFree returns an error for an address that is in use: the embedded server would
// only log it.
func checkFree(address string) error {
	l, err := listen(address)
	if err != nil {
		return err
	}
	return l.Close()
}

// listen is [net.Listen] for TCP with errors in plain words.
func listen(address string) (net.Listener, error) {
	l, err := net.Listen("tcp", address)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("%w: another program has this port: end it or choose another port", err)
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return nil, fmt.Errorf("%w: this machine does not have the address", err)
	}
	return l, err
}

// reachable returns the address for other machines. If the host stands for all addresses of
// this machine, it uses the machine's name.
func reachable(a *net.TCPAddr) string {
	host := a.IP.String()
	if a.IP.IsUnspecified() {
		host = "localhost"
		if name, err := os.Hostname(); err == nil {
			host = name
		}
	}
	return net.JoinHostPort(host, strconv.Itoa(a.Port))
}

// checkExposed returns an error if other machines could connect without keys or TLS.
func (o *Options) checkExposed(host string, asked, encrypted bool) error {
	switch {
	case isLoopback(host) || o.Insecure || asked && encrypted:
		return nil
	case !asked:
		return fmt.Errorf("listen at %s: other machines could connect without a key: "+
			"create keys (gammonlab server key --help), set --token, or permit this with --insecure", o.Listen)
	}
	return fmt.Errorf("listen at %s: other machines would connect without encryption: "+
		"set --tls-cert and --tls-key, or permit this with --insecure", o.Listen)
}

// certificate is a TLS certificate in files. The server reads the files again when they
// change.
type certificate struct {
	certFile, keyFile string
	config            *tls.Config

	mu      sync.Mutex
	current *tls.Certificate
	watch   *fileWatch
}

// loadCertificate reads the files of a certificate and its key; it returns nil if both
// paths are empty.
func loadCertificate(certFile, keyFile string) (*certificate, error) {
	if certFile == "" && keyFile == "" {
		return nil, nil
	}
	if certFile == "" || keyFile == "" {
		return nil, errors.New("TLS needs a certificate and its key: give both --tls-cert and --tls-key")
	}
	c := &certificate{certFile: certFile, keyFile: keyFile}
	c.config = &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: c.get}
	return c, c.load()
}

// load reads the files.
func (c *certificate) load() error {
	c.watch = watchFile(c.certFile)
	pair, err := tls.LoadX509KeyPair(c.certFile, c.keyFile)
	if err != nil {
		return fmt.Errorf("TLS certificate %s with the key %s: %w", c.certFile, c.keyFile, err)
	}
	c.current = &pair
	return nil
}

// get implements GetCertificate of [tls.Config]. If it cannot read new files, it returns
// the previous certificate.
func (c *certificate) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.watch.changed() && c.load() != nil {
		c.watch.last = nil // try again next time
	}
	return c.current, nil
}

// watchInterval is the time between two checks of watched files.
const watchInterval = 500 * time.Millisecond

// fileWatch detects changes of a file.
type fileWatch struct {
	path string
	last os.FileInfo // nil if there was no file
}

// watchFile begins to watch a file.
func watchFile(path string) *fileWatch {
	w := &fileWatch{path: path}
	w.last, _ = os.Stat(path)
	return w
}

// changed reports whether the file has changed since the previous call.
func (w *fileWatch) changed() bool {
	last := w.last
	w.last, _ = os.Stat(w.path)
	if last == nil || w.last == nil {
		return (last == nil) != (w.last == nil)
	}
	return !os.SameFile(last, w.last) || !last.ModTime().Equal(w.last.ModTime()) || last.Size() != w.last.Size()
}
