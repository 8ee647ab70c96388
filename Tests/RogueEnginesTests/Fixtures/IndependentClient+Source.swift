extension IndependentClient {
  /// Programs for libraries that come without a client of their own; arguments: PORT ANCHOR HOST.
  enum Source {
    static let mbedTLS = #"""
      #include <mbedtls/ctr_drbg.h>
      #include <mbedtls/entropy.h>
      #include <mbedtls/net_sockets.h>
      #include <mbedtls/ssl.h>
      #include <stdio.h>
      #include <string.h>

      int main(int count, char **arguments) {
        if (count != 4) return 2;
        mbedtls_net_context net;
        mbedtls_entropy_context entropy;
        mbedtls_ctr_drbg_context random;
        mbedtls_ssl_context ssl;
        mbedtls_ssl_config config;
        mbedtls_x509_crt anchor;
        mbedtls_net_init(&net);
        mbedtls_entropy_init(&entropy);
        mbedtls_ctr_drbg_init(&random);
        mbedtls_ssl_init(&ssl);
        mbedtls_ssl_config_init(&config);
        mbedtls_x509_crt_init(&anchor);
        if (mbedtls_ctr_drbg_seed(&random, mbedtls_entropy_func, &entropy, NULL, 0) ||
            mbedtls_x509_crt_parse_file(&anchor, arguments[2]) ||
            mbedtls_net_connect(&net, "127.0.0.1", arguments[1], MBEDTLS_NET_PROTO_TCP) ||
            mbedtls_ssl_config_defaults(&config, MBEDTLS_SSL_IS_CLIENT, MBEDTLS_SSL_TRANSPORT_STREAM,
                                        MBEDTLS_SSL_PRESET_DEFAULT))
          return 2;
        mbedtls_ssl_conf_ca_chain(&config, &anchor, NULL);
        mbedtls_ssl_conf_rng(&config, mbedtls_ctr_drbg_random, &random);
        if (mbedtls_ssl_setup(&ssl, &config) || mbedtls_ssl_set_hostname(&ssl, arguments[3])) return 2;
        mbedtls_ssl_set_bio(&ssl, &net, mbedtls_net_send, mbedtls_net_recv, NULL);
        int result = mbedtls_ssl_handshake(&ssl);
        if (result) return printf("handshake: -0x%x\n", -result), 1;
        const char *request = "ROGUES the-attempt\n";
        mbedtls_ssl_write(&ssl, (const unsigned char *)request, strlen(request));
        unsigned char reply[100] = {0};
        result = mbedtls_ssl_read(&ssl, reply, sizeof reply - 1);
        if (result <= 0) return printf("read: -0x%x\n", -result), 1;
        return printf("%s", reply) < 0;
      }
      """#

    static let wolfSSL = #"""
      #include <wolfssl/options.h>

      #include <arpa/inet.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <string.h>
      #include <sys/socket.h>
      #include <wolfssl/ssl.h>

      int main(int count, char **arguments) {
        if (count != 4) return 2;
        wolfSSL_Init();
        WOLFSSL_CTX *context = wolfSSL_CTX_new(wolfSSLv23_client_method());
        if (!context || wolfSSL_CTX_load_verify_locations(context, arguments[2], NULL) != WOLFSSL_SUCCESS) return 2;
        struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((unsigned short)atoi(arguments[1]))};
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        int socketNumber = socket(AF_INET, SOCK_STREAM, 0);
        if (connect(socketNumber, (struct sockaddr *)&address, sizeof address)) return 2;
        wolfSSL_CTX_set_verify(context, WOLFSSL_VERIFY_PEER, NULL);
        WOLFSSL *ssl = wolfSSL_new(context);
        wolfSSL_UseSNI(ssl, WOLFSSL_SNI_HOST_NAME, arguments[3], (unsigned short)strlen(arguments[3]));
        wolfSSL_check_domain_name(ssl, arguments[3]);
        wolfSSL_set_fd(ssl, socketNumber);
        if (wolfSSL_connect(ssl) != WOLFSSL_SUCCESS) return printf("handshake: %d\n", wolfSSL_get_error(ssl, 0)), 1;
        const char *request = "ROGUES the-attempt\n";
        wolfSSL_write(ssl, request, (int)strlen(request));
        char reply[100] = {0};
        if (wolfSSL_read(ssl, reply, sizeof reply - 1) <= 0) return printf("read: %d\n", wolfSSL_get_error(ssl, 0)), 1;
        return printf("%s", reply) < 0;
      }
      """#
  }
}
