package server

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"gammonlab/farm/pooltest"
	"gammonlab/internal/must"
)

// authority issues certificates for tests.
type authority struct {
	dir  string
	file string // its own certificate
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

func newAuthority(t testing.TB, dir string) *authority {
	t.Helper()
	a := &authority{dir: dir, file: filepath.Join(dir, "ca.pem"), key: must.Get(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))(t)}
	a.cert = draft("authority", 1)
	a.cert.IsCA, a.cert.BasicConstraintsValid, a.cert.KeyUsage = true, true, x509.KeyUsageCertSign
	der := must.Get(x509.CreateCertificate(rand.Reader, a.cert, a.cert, &a.key.PublicKey, a.key))(t)
	writePEM(t, a.file, "CERTIFICATE", der)
	return a
}

// issue writes a certificate for this machine and its key, and returns their paths.
func (a *authority) issue(t testing.TB, name string) (certFile, keyFile string) {
	t.Helper()
	key := must.Get(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))(t)
	der := must.Get(x509.CreateCertificate(rand.Reader, draft(name, time.Now().UnixNano()), a.cert, &key.PublicKey, a.key))(t)
	certFile, keyFile = filepath.Join(a.dir, name+".pem"), filepath.Join(a.dir, name+".key")
	writePEM(t, certFile, "CERTIFICATE", der)
	writePEM(t, keyFile, "PRIVATE KEY", must.Get(x509.MarshalPKCS8PrivateKey(key))(t))
	return certFile, keyFile
}

func draft(name string, serial int64) *x509.Certificate {
	return &x509.Certificate{
		SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: name}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
}

func writePEM(t testing.TB, path, kind string, der []byte) {
	t.Helper()
	must.OK(t, os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600))
}

// serial returns the serial number of the certificate that the server shows.
func serial(t *testing.T, s *Server, authority string) *big.Int {
	t.Helper()
	conn, _ := connect(t, s, nats.RootCAs(authority))
	defer conn.Close()
	state := must.Get(conn.TLSConnectionState())(t)
	return state.PeerCertificates[0].SerialNumber
}

func TestTLS(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	authority := newAuthority(t, dir)
	o := serverAt(filepath.Join(dir, "store"))
	o.TLSCert, o.TLSKey = authority.issue(t, "server")
	s := must.Get(Serve(context.Background(), o))(t)
	defer s.Close()
	if s.URL()[:6] != "tls://" {
		t.Errorf("URL %s", s.URL())
	}
	first := serial(t, s, authority.file)
	_, err := nats.Connect(s.URL(), nats.Timeout(pooltest.Long))
	must.Fail(t, err, "unknown authority")
	_, err = nats.Connect("nats"+s.URL()[3:], nats.Timeout(pooltest.Long))
	must.Fail(t, err, "unknown authority", "a client that does not ask for TLS")

	authority.issue(t, "server") // the same files
	if again := serial(t, s, authority.file); again.Cmp(first) == 0 {
		t.Error("the server shows the certificate that was renewed")
	}
	must.OK(t, os.WriteFile(o.TLSCert, []byte("half"), 0o600))
	serial(t, s, authority.file) // the one before
}
