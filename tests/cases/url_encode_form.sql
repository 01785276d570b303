url_encode_form('a b') => a+b
url_encode_form('') => 
url_encode_form(NULL) => NULL
-- What java.net.URLEncoder leaves: letters, digits and . - * _
url_encode_form('AZaz09.-*_') => AZaz09.-*_
-- RFC 3986 would keep the tilde, forms do not.
url_encode_form('~') => %7E
url_encode_form('!"#$%&\'()+,/:;<=>?@[]^`{|}') => %21%22%23%24%25%26%27%28%29%2B%2C%2F%3A%3B%3C%3D%3E%3F%40%5B%5D%5E%60%7B%7C%7D
url_encode_form('\\') => %5C
url_encode_form('\u0000\t\n\r\u001F\u007F') => %00%09%0A%0D%1F%7F
-- What is an escape already is escaped again, and nothing in it is taken for a space or a star.
url_encode_form('%20%2A%7E+') => %2520%252A%257E%2B
url_encode_form('%  20*2A') => %25++20*2A
-- Two, three and four octets, least and greatest of each.
url_encode_form('\u0080\u07FF\u0800\uFFFF') => %C2%80%DF%BF%E0%A0%80%EF%BF%BF
url_encode_form('\uD7FF\uE000') => %ED%9F%BF%EE%80%80
url_encode_form('𐀀😀􏿿') => %F0%90%80%80%F0%9F%98%80%F4%8F%BF%BF
url_encode_form('ä€ x') => %C3%A4%E2%82%AC+x
-- An accent of its own stays one: nothing is composed.
url_encode_form('e\u0301') => e%CC%81
url_encode_form(repeat(' ', 40)) => ++++++++++++++++++++++++++++++++++++++++
length(url_encode_form(repeat('😀', 1000))) => 12000
length(url_encode_form(repeat('plain', 1000))) => 5000
url_encode_form(1.5) => 1.5
url_encode_form(array('a')) =>! DATATYPE_MISMATCH
url_encode_form('a', 'b') =>! WRONG_NUM_ARGS
