package jetstream

import (
	"crypto/tls"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"
)

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
